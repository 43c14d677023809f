// swift-format-ignore-file
#if Macros
import Quarry

extension ByMacro {
  /// Properties whose names in snake case are not obvious.
  @Table(naming: .snakeCase) struct Named {
    var id = 0, artistID = 0, myURLText = 0, URL = 0, URLText = 0, soldAt2 = 0, a = 0, aB = 0, ABc = 0, _a = 0, aBC_D = 0
    var größe = 0, HTTPServer2Go = 0, x2Y = 0, `in` = 0
  }

  /// More of them, whose columns would have the names of others.
  @Table(naming: .snakeCase) struct Alike { var A = 0, a_B = 0, _A = 0 }
}
#endif
