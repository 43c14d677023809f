// swift-format-ignore-file
#if Macros
// Written by MutantFileTests.
import Foundation
import Quarry

enum Mutants {
  enum TradesNames {}
  enum TradesReading {}
  enum TradesWriting {}
  enum TradesOrder {}
  enum DropsColumn {}
  enum WritesGenerated {}
  enum ForgetsWriting {}
  enum OtherTable {}
  enum DropsAutoincrement {}
  enum DropsKey {}
  enum DropsUnique {}
  enum DropsCollation {}
  enum DropsCoding {}
  enum DropsDefault {}
  enum DropsCheck {}
  enum DropsTableCheck {}
  enum DropsReference {}
  enum DropsAction {}
  enum DropsGenerated {}
  enum DropsIndex {}
  enum TurnsIndex {}
  enum DraftWritesNull {}
  enum DraftForgetsKey {}
  enum DraftForgetsColumn {}
  enum DraftForgetsDefault {}
  enum DraftCopiesOther {}

  static let all: [(name: String, differences: @Sendable () async -> [String])] = [
    ("TradesNames", { await MutantTests.differences(TradesNames.Specimen.self) }),
    ("TradesReading", { await MutantTests.differences(TradesReading.Specimen.self) }),
    ("TradesWriting", { await MutantTests.differences(TradesWriting.Specimen.self) }),
    ("TradesOrder", { await MutantTests.differences(TradesOrder.Specimen.self) }),
    ("DropsColumn", { await MutantTests.differences(DropsColumn.Specimen.self) }),
    ("WritesGenerated", { await MutantTests.differences(WritesGenerated.Specimen.self) }),
    ("ForgetsWriting", { await MutantTests.differences(ForgetsWriting.Specimen.self) }),
    ("OtherTable", { await MutantTests.differences(OtherTable.Specimen.self) }),
    ("DropsAutoincrement", { await MutantTests.differences(DropsAutoincrement.Specimen.self) }),
    ("DropsKey", { await MutantTests.differences(DropsKey.Specimen.self) }),
    ("DropsUnique", { await MutantTests.differences(DropsUnique.Specimen.self) }),
    ("DropsCollation", { await MutantTests.differences(DropsCollation.Specimen.self) }),
    ("DropsCoding", { await MutantTests.differences(DropsCoding.Specimen.self) }),
    ("DropsDefault", { await MutantTests.differences(DropsDefault.Specimen.self) }),
    ("DropsCheck", { await MutantTests.differences(DropsCheck.Specimen.self) }),
    ("DropsTableCheck", { await MutantTests.differences(DropsTableCheck.Specimen.self) }),
    ("DropsReference", { await MutantTests.differences(DropsReference.Specimen.self) }),
    ("DropsAction", { await MutantTests.differences(DropsAction.Specimen.self) }),
    ("DropsGenerated", { await MutantTests.differences(DropsGenerated.Specimen.self) }),
    ("DropsIndex", { await MutantTests.differences(DropsIndex.Specimen.self) }),
    ("TurnsIndex", { await MutantTests.differences(TurnsIndex.Specimen.self) }),
    ("DraftWritesNull", { await MutantTests.differences(DraftWritesNull.Draft.self) }),
    ("DraftForgetsKey", { await MutantTests.differences(DraftForgetsKey.Draft.self) }),
    ("DraftForgetsColumn", { await MutantTests.differences(DraftForgetsColumn.Draft.self) }),
    ("DraftForgetsDefault", { await MutantTests.differences(DraftForgetsDefault.Draft.self) }),
    ("DraftCopiesOther", { await MutantTests.differences(DraftCopiesOther.Draft.self) }),
  ]
}
#endif
