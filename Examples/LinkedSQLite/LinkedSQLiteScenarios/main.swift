import Foundation
import LinkedSQLiteHarness
import QuarryConformance

exit(await Conformance.playScenario(LinkedSQLiteUnderTest()))
