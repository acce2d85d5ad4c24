/// A file of Swift: its path and its text.
package struct SwiftSource: Hashable, Sendable {
  /// The path, as diagnostics shall name it.
  package var path: String
  /// The contents.
  package var text: String

  /// Makes a source of a path and its contents.
  package init(path: String, text: String) {
    self.path = path
    self.text = text
  }

  /// The last component of the path, which is what the compiler hashes into private names.
  var fileName: String {
    String(path.split(separator: "/", omittingEmptySubsequences: true).last ?? "")
  }
}
