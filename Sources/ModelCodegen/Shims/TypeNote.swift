import ManagedModel

/// A line `// coredata:type KIND Module.Name`, which says what the sources do not show: of what module and kind
/// a type is.
///
///     // coredata:type struct Geometry.Point
///     // coredata:type typealias Geometry.Place = [Point]
struct TypeNote {
  /// What kind the type is; nil for another name of a type.
  var kind: NominalType.Kind?
  var module: String
  /// The names of the types around it, and its own.
  var path: [String]
  /// What another name stands for.
  var target: TypeSyntax?
  var offset: Int

  /// What such a comment begins with.
  static let mark = "coredata:type"

  /// The note that a comment is; nil where it is none, and an error where it is not one that can be read.
  static func note(in comment: Range<Int>, of bytes: [UInt8]) throws(Malformed) -> TypeNote? {
    let start = bytes[comment].firstIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    guard let start, bytes[start..<comment.upperBound].starts(with: mark.utf8) else { return nil }
    let text = String(
      decoding: bytes[(start + mark.utf8.count)..<comment.upperBound].prefix(1000), as: UTF8.self)
    let sides = text.split(separator: "=", maxSplits: 1)
    let words = (sides.first ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
    guard words.count == 2 else { throw Malformed(offset: start) }
    let path = words[1].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard path.count >= 2, path.count < 32, !path.contains("") else {
      throw Malformed(offset: start)
    }
    let kind = NominalType.Kind(keyword: words[0])
    var note = TypeNote(
      kind: kind, module: path[0], path: Array(path.dropFirst()), offset: start)
    if kind == nil {
      guard words[0] == "typealias", sides.count == 2 else { throw Malformed(offset: start) }
      var parser = TypeParser(SwiftTokens(String(sides[1])), at: 0)
      note.target = parser.type()
      if note.target == nil { throw Malformed(offset: start) }
    } else if sides.count > 1 {
      throw Malformed(offset: start)
    }
    return note
  }

  /// What a comment is that begins as a note does and is none.
  struct Malformed: Error {
    var offset: Int
  }
}

extension DeclaredTypes {
  /// Adds what a note says; false where a type around it is not known.
  mutating func add(_ note: TypeNote, file: Int) -> Bool {
    guard let name = note.path.last else { return true }
    let context = Context(module: note.module, file: file)
    var outer: NominalType?
    if note.path.count > 1 {
      let syntax = TypeSyntax.named(note.path.dropLast().map { TypeSyntax.Part(name: $0) })
      var resolver = TypeResolver(types: self, context: context, isForCode: false)
      guard case .nominal(let found)? = try? resolver.resolve(syntax).type else { return false }
      outer = found
    }
    let meaning: Entry.Meaning
    if let kind = note.kind {
      let isElsewhere = outer.map { $0.declaringModule != note.module } ?? false
      let part = NominalType.Part(
        kind: kind, name: name, extensionModule: isElsewhere ? note.module : nil)
      meaning = .type(
        NominalType(module: outer?.module ?? note.module, parts: (outer?.parts ?? []) + [part]))
    } else {
      meaning = .alias(note.target ?? .void)
    }
    add(
      Entry(
        meaning: meaning, context: context, access: .isPublic, isGeneric: false, bases: [],
        condition: nil, isOwn: false),
      named: name, module: note.module, in: outer)
    return true
  }
}
