/// A file that the generator wants to be written.
package struct GeneratedFile: Hashable, Sendable {
  /// The name, without a folder.
  package var name: String
  /// The contents.
  package var text: String

  /// Makes a file of a name and its contents.
  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}
