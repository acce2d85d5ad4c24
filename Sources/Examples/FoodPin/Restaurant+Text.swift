import CoreData
import ExampleArguments

extension Restaurant {
  /// The last part of the object's URI: enough to tell the restaurants of one store apart.
  var shortID: String { objectID.uriRepresentation().lastPathComponent }

  /// The restaurant as a line of a list.
  var line: String {
    let facts = [name, type, location].filter { !$0.isEmpty }.joined(separator: " · ")
    // A text that is no rating is somebody's own words.
    let verdict = rating?.stars ?? ratingText ?? "not rated"
    return "\(isFavorite ? "♥" : " ") \(facts)  \(verdict)  [\(shortID)]".forTerminal
  }

  /// All about the restaurant.
  var details: String {
    """
    \(line)
      phone:   \(phone.forTerminal)
      picture: \(image.isEmpty ? "none" : "\(image.count) bytes")
      \(summary.linesForTerminal.replacingOccurrences(of: "\n", with: "\n  "))
    """
  }
}
