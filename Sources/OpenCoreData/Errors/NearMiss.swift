import Predicates
import ManagedModel

/// Names that may have been meant.
enum NearMiss {
  /// `; did you mean 'title'?`, or what there is where nothing is near.
  static func hint(_ name: String, among known: [String]) -> String {
    let near = didYouMean(name, among: known)
    if !near.isEmpty || known.isEmpty { return near }
    let list = known.prefix(12).map { "'\($0)'" }.joined(separator: ", ")
    return "; there are \(list)\(known.count > 12 ? " and more" : "")"
  }
}
