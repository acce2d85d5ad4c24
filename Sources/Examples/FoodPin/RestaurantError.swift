import Foundation

/// Why the restaurant that is meant was not found.
enum RestaurantError: LocalizedError {
  case unknownName(String)
  case unknownID(String)
  case ambiguous(String, [String])

  var errorDescription: String? {
    switch self {
    case .unknownName(let name):
      "there is no restaurant '\(name)'; 'list' shows those that there are"
    case .unknownID(let id):
      "no restaurant has the id '\(id)'; 'list' shows the ids in brackets"
    case .ambiguous(let name, let lines):
      "there are \(lines.count) restaurants '\(name)'; say with --id which is meant:\n"
        + lines.map { "  \($0)" }.joined(separator: "\n")
    }
  }
}
