package import Foundation

/// What a file is, told by its first bytes.
package enum FileKind: Hashable, Sendable {
  /// A model: XML whose root is `model`.
  case model
  /// An XML store of ours: XML whose root is `store`.
  case xmlStore
  /// An XML store of Apple's: XML whose root is `database`.
  case appleXMLStore
  /// A binary property list, as our binary stores are.
  case binaryStore
  /// A binary store of Apple's.
  case appleBinaryStore
  /// An SQLite database.
  case sqlite
  /// XML with another root.
  case otherXML(root: String)
  /// Nothing in it.
  case empty
  /// None of these.
  case unknown

  /// Looks at the beginning of what a file contains; a few hundred bytes are enough for all but long comments.
  package init(contents: Data) {
    switch true {
    case contents.isEmpty: self = .empty
    case contents.starts(with: Data("bplist".utf8)): self = .binaryStore
    case contents.starts(with: Data("CoreData".utf8)): self = .appleBinaryStore
    case contents.starts(with: Data("SQLite format 3\0".utf8)): self = .sqlite
    default: self = Self.xml(Self.decoded(contents))
    }
  }

  /// Enough of a beginning for ``init(contents:)``.
  package static let prefixLength = 1 << 16

  private static func xml(_ text: some StringProtocol) -> FileKind {
    guard let root = root(text) else { return .unknown }
    return switch root {
    case "model": .model
    case "store": .xmlStore
    case "database": .appleXMLStore
    default: .otherXML(root: root)
    }
  }

  /// As much as is needed of an encoding that has ASCII in it or begins with a byte order mark.
  private static func decoded(_ contents: Data) -> String {
    let bytes = [UInt8](contents)
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0x3C, 0]) {
      return utf16(bytes, first: 0)
    }
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0, 0x3C]) {
      return utf16(bytes, first: 1)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Decodes UTF-16, whose end may be cut off anywhere; `first` is the place of a unit's lower byte.
  private static func utf16(_ bytes: [UInt8], first: Int) -> String {
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map {
      UInt16(bytes[$0 + first]) | UInt16(bytes[$0 + 1 - first]) << 8
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// The name of the first element, behind declaration, comments, instructions and document type.
  private static func root(_ text: some StringProtocol) -> String? {
    var rest = Substring(text).drop { $0 == "\u{FEFF}" || $0.isWhitespace }
    while rest.first == "<" {
      if rest.hasPrefix("<?") {
        rest = rest.behind("?>")
      } else if rest.hasPrefix("<!--") {
        rest = rest.behind("-->")
      } else if rest.hasPrefix("<!") {
        rest = rest.behindDeclaration
      } else {
        let name = rest.dropFirst().prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
        return name.isEmpty ? nil : String(name)
      }
      rest = rest.drop { $0.isWhitespace }
    }
    return nil
  }
}

extension Substring {
  /// What follows the first occurrence of `mark`, nothing where there is none.
  fileprivate func behind(_ mark: String) -> Substring {
    range(of: mark).map { self[$0.upperBound...] } ?? ""
  }

  /// What follows a document type, whose own declarations may stand in brackets.
  fileprivate var behindDeclaration: Substring {
    guard let end = firstIndex(where: { $0 == ">" || $0 == "[" }) else { return "" }
    return self[end] == ">" ? self[index(after: end)...] : behind("]").behind(">")
  }
}
