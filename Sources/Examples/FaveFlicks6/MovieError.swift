import Foundation

/// Why the movie that is meant was not found.
enum MovieError: LocalizedError {
  case unknownTitle(String)
  case unknownID(String)
  case ambiguous(String, [String])

  var errorDescription: String? {
    switch self {
    case .unknownTitle(let title):
      "there is no movie '\(title)'; 'list' shows those that there are"
    case .unknownID(let id):
      "no movie has the id '\(id)'; 'list' shows the ids in brackets"
    case .ambiguous(let title, let lines):
      "there are \(lines.count) movies '\(title)'; say with --id which is meant:\n"
        + lines.map { "  \($0)" }.joined(separator: "\n")
    }
  }
}
