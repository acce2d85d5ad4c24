import OpenCoreData

/// What one of the options `--set`, `--unset`, `--add`, `--remove` says.
struct Assignment {
  enum Kind: String {
    case set, unset, add, remove
  }

  let kind: Kind
  /// The property, and the elements of composites that lead further.
  let keys: [String]
  /// What stands behind the sign; nil for `--unset`.
  let text: String?

  /// The path as it was written.
  var path: String { keys.joined(separator: ".") }

  /// The option and the path, for messages.
  var subject: String { "--\(kind.rawValue) \(path)" }

  init(_ kind: Kind, _ word: String) throws {
    self.kind = kind
    let sign = word.firstIndex(of: "=")
    if kind == .unset {
      guard sign == nil else {
        throw ToolFailure(
          "--unset takes a key alone, not '\(word)'; to give it a value, write --set \(word)")
      }
      text = nil
    } else {
      guard let sign else {
        let hint = kind == .set ? "; to take a value away, write --unset \(word)" : ""
        throw ToolFailure("--\(kind.rawValue) takes key=value, not '\(word)'\(hint)")
      }
      text = String(word[word.index(after: sign)...])
    }
    keys = word[..<(sign ?? word.endIndex)].split(separator: ".", omittingEmptySubsequences: false)
      .map(String.init)
  }

  /// All that the options of a command say, in their order.
  static func all(in arguments: Arguments) throws -> [Assignment] {
    var all: [Assignment] = []
    for (option, value) in arguments.repeated {
      guard let kind = Kind(rawValue: option) else { continue }
      let assignment = try Assignment(kind, value)
      if let other = all.first(where: { $0.contradicts(assignment) }) {
        throw ToolFailure(
          "'\(assignment.path)' is given twice: \(other.subject), then \(assignment.subject)")
      }
      all.append(assignment)
    }
    return all
  }

  /// Whether two of them decide over the same value; members may be added and removed one after another.
  private func contradicts(_ other: Assignment) -> Bool {
    let isMemberwise = [kind, other.kind].allSatisfy { $0 == .add || $0 == .remove }
    return !isMemberwise && (keys.starts(with: other.keys) || other.keys.starts(with: keys))
  }
}

extension Option {
  static let set = Option(
    long: "set", value: "KEY=VALUE", help: "gives a property a value; may be repeated",
    isRepeatable: true)

  static let unset = Option(
    long: "unset", value: "KEY", help: "takes a property's value away; may be repeated",
    isRepeatable: true)

  static let add = Option(
    long: "add", value: "KEY=IDS", help: "adds members to a to-many relationship; may be repeated",
    isRepeatable: true)

  static let remove = Option(
    long: "remove", value: "KEY=IDS",
    help: "removes members of a to-many relationship; may be repeated", isRepeatable: true)

  static let dryRun = Option(
    long: "dry-run", help: "shows what would change, object by object, and changes nothing")

  static let all = Option(long: "all", help: "all objects of the entity, in place of --where")
}
