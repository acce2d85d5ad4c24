import Foundation

/// Why the restaurant that is meant was not found.
enum RestaurantError: LocalizedError {
  case unknown(RestaurantChoice)
  case ambiguous(String, [String])

  var errorDescription: String? {
    switch self {
    case .unknown(let choice):
      "there is no restaurant '\(choice.name)'"
        + (choice.id.map { " with the id '\($0)'" } ?? "")
        + "; 'list' shows those that there are, and their ids in brackets"
    case .ambiguous(let name, let lines):
      "there are \(lines.count) restaurants '\(name)'; say with --id which is meant:\n"
        + lines.map { "  \($0)" }.joined(separator: "\n")
    }
  }
}
