package import Foundation

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

  /// The line by which the generator knows its own files again.
  package static let mark = "// This file was automatically generated and should not be edited."

  /// What stands where the file is to be.
  package enum State: Sendable {
    /// Nothing.
    case absent
    /// The same text.
    case same
    /// A generated file with another text.
    case outdated
    /// A file that somebody has made his own, by writing it or by removing ``GeneratedFile/mark``; a link or a
    /// folder; or what cannot be read.
    case foreign
  }

  /// Tells what stands where the file is to be.
  package func state(in folder: URL) -> State {
    let url = folder.appendingPathComponent(name)
    guard let data = FileManager.default.contents(atPath: url.path) else {
      // Attributes are had of what cannot be read, and of links that lead nowhere.
      let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
      return attributes == nil ? .absent : .foreign
    }
    if data == Data(text.utf8) { return .same }
    return Self.isMarked(data) ? .outdated : .foreign
  }

  /// Whether the mark is a line of the comment that a file begins with: a program may have it in a string.
  private static func isMarked(_ data: Data) -> Bool {
    String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
      .prefix { $0.hasPrefix("//") }.contains { $0 == mark }
  }

  /// Writes the file unless it has the text already, so that what is built of it stays up to date.
  package func write(to folder: URL) throws {
    let url = folder.appendingPathComponent(name)
    let data = Data(text.utf8)
    if FileManager.default.contents(atPath: url.path) != data {
      try data.write(to: url, options: .atomic)
    }
  }
}
