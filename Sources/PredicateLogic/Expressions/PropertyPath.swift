/// The keys that lead from an object to a value: `director.name`, `tags.@count`.
package struct PropertyPath: Hashable, Sendable {
  /// The keys and collection operators, in order; at least one.
  package let keys: [String]

  /// Makes a path of its keys.
  package init(_ keys: [String]) {
    self.keys = keys
  }

  /// Makes a path of its text, which is split at the dots.
  package init(_ text: String) {
    keys = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  /// The keys with dots between them.
  package var text: String { keys.joined(separator: ".") }
}
