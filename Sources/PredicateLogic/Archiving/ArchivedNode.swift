import Foundation

/// A predicate or an expression in an archive, without its parts: those come before it.
///
/// An archive is the list of a tree's nodes, each behind its parts. Reading it is a matter of a stack: a node takes
/// its parts off and puts itself on. So no node can be a part twice, none can hold itself, reading needs no recursion,
/// and depth is known before anything is built on it.
struct ArchivedNode: Codable {
  /// What the node is.
  var kind: Kind
  /// How many parts it has, where that is not always the same.
  var count: Int?
  /// A name or a value as text.
  var text: String?
  /// The keys of a path.
  var keys: [String]?
  /// The numbers of a comparison: operator, modifier, options.
  var numbers: [UInt]?
  /// Whether there is an operand, or only the number is wanted.
  var flag: Bool?

  /// The kinds of node; the raw values are in archives.
  enum Kind: String, Codable {
    // Constants
    case null, flag, whole, unsigned, real, decimal, text, date, data, uuid, url
    case list, set, orderedSet
    // Expressions
    case object, anyKey, variable, path, function, aggregate, subquery, conditional
    case union, intersection, difference
    case first, last, size, element, assignment, fetch
    // Predicates
    case `true`, `false`, comparison, selector, not, and, or
  }

  init(
    _ kind: Kind, count: Int? = nil, text: String? = nil, keys: [String]? = nil,
    numbers: [UInt]? = nil, flag: Bool? = nil
  ) {
    self.kind = kind
    self.count = count
    self.text = text
    self.keys = keys
    self.numbers = numbers
    self.flag = flag
  }
}

/// The names of the parts, one letter each: large conditions have many nodes.
extension ArchivedNode {
  enum CodingKeys: String, CodingKey {
    case kind = "k"
    case count = "c"
    case text = "t"
    case keys = "p"
    case numbers = "n"
    case flag = "f"
  }
}

/// What is wrong with an archive, or with what is to be archived.
struct ArchiveError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }

  static let damaged = ArchiveError("the archived predicate is damaged")
  static let tooDeep = ArchiveError(
    "an archive holds at most \(FormatParser.deepest) levels of predicates and expressions; join "
      + "many conditions by one NSCompoundPredicate instead of nesting them")

  static func unwritable(_ what: String) -> ArchiveError {
    ArchiveError("\(what) cannot be archived")
  }
}

/// The bytes of an archived tree.
enum ArchivedTree {
  private struct Document: Codable {
    var version = 1
    var nodes: [ArchivedNode]
  }

  static func bytes(of nodes: [ArchivedNode]) throws(ArchiveError) -> Data {
    do {
      return try JSONEncoder().encode(Document(nodes: nodes))
    } catch {
      throw .unwritable("the predicate")
    }
  }

  static func nodes(of bytes: Data) throws(ArchiveError) -> [ArchivedNode] {
    guard let document = try? JSONDecoder().decode(Document.self, from: bytes),
      document.version == 1
    else { throw .damaged }
    return document.nodes
  }
}
