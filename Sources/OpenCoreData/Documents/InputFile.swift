import DocumentStore
import Foundation
package import ManagedModel

/// A file that a tool was given: what it is, told by its contents, and what must be known to open it.
package struct InputFile {
  /// The kinds of file that tools work on.
  package enum Kind: Sendable {
    case model
    case xmlStore
    case binaryStore
    /// An XML store of Apple's.
    case appleXMLStore
    /// A binary store of Apple's.
    case appleBinaryStore
  }

  /// The path as the user gave it.
  package let path: String
  /// What it is.
  package let kind: Kind
  /// Whether it is a folder whose name is not that of a model.
  let isPlainFolder: Bool

  /// Looks at a file.
  ///
  /// Throws a ``ToolFailure`` where there is none, and ``InputProblems`` where it is of no use.
  package init(path: String) throws {
    self.path = path
    var isFolder: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw Self.failure(toReach: path)
    }
    // The reader of models says what compiled ones are.
    let ending = (path as NSString).pathExtension
    let isCompiled = ["mom", "omo"].contains(ending)
    isPlainFolder =
      isFolder.boolValue && !["xcdatamodel", "xcdatamodeld", "mom", "momd"].contains(ending)
    kind = isFolder.boolValue || isCompiled ? .model : try Self.kind(ofFile: path)
  }

  /// Whether a path leads to this very file, by whatever name.
  package func isSameFile(as other: String) -> Bool {
    guard let own = Self.identity(path), let others = Self.identity(other) else { return false }
    return own == others
  }

  /// Device and number of a file, links followed.
  private static func identity(_ path: String) -> [Int]? {
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: target),
      let device = attributes[.systemNumber] as? Int,
      let number = attributes[.systemFileNumber] as? Int
    else { return nil }
    return [device, number]
  }

  /// Why there is nothing at a path, or nothing to be seen.
  static func failure(toReach path: String, _ kind: String = "") -> ToolFailure {
    do {
      _ = try FileManager.default.attributesOfItem(atPath: path)
    } catch let error as CocoaError where error.code == .fileReadNoPermission {
      return ToolFailure("\(kind)'\(path)' cannot be reached: \(systemReason(of: error))")
    } catch {}
    return ToolFailure("\(kind)'\(path)' does not exist")
  }

  private static func kind(ofFile path: String) throws -> Kind {
    let contents: Data
    do {
      let (file, stamp) = try StoredFile(path: path).open()
      let length = min(FileKind.prefixLength, stamp.size)
      var bytes = [UInt8](repeating: 0, count: length)
      let count = try unsafe bytes.withUnsafeMutableBytes { buffer throws(StoreError) in
        try unsafe file.read(into: buffer, at: 0)
      }
      contents = Data(bytes.prefix(count))
    } catch let error as StoreError {
      throw InputProblems(error)
    }
    switch FileKind(contents: contents) {
    case .model: return .model
    case .xmlStore: return .xmlStore
    case .binaryStore: return .binaryStore
    case .appleXMLStore: return .appleXMLStore
    case .appleBinaryStore: return .appleBinaryStore
    case .sqlite:
      throw problem(path, "is an SQLite database; stores here are XML documents and property lists")
    case .otherXML(let root):
      throw problem(
        path,
        "begins with the element '\(root)'; a model begins with 'model', a store with 'store'",
        at: ModelReader.placeOfRoot(in: contents))
    case .empty:
      throw problem(
        path, "is empty; a model begins with 'model', a store with 'store'",
        at: Diagnostic.Location(line: 1, column: 1))
    case .unknown:
      throw problem(path, "is neither a model nor a store: not XML, and no binary property list")
    }
  }

  private static func problem(
    _ path: String, _ what: String, at place: Diagnostic.Location = Diagnostic.Location()
  ) -> InputProblems {
    var place = place
    place.file = path
    return InputProblems([Diagnostic(.error, "this file \(what)", at: place)])
  }
}

/// What is wrong with an input, for printing.
package struct InputProblems: Error {
  /// The findings, at least one.
  package let diagnostics: [Diagnostic]

  /// Makes the error of some findings.
  package init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

  init(_ error: StoreError) { diagnostics = error.diagnostics }
}

/// Why a tool cannot do what it was asked for, in one line that says what to do.
package struct ToolFailure: Error {
  /// The line.
  package let message: String

  /// Makes the error of a line.
  package init(_ message: String) { self.message = message }
}
