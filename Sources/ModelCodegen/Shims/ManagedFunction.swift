/// What a function does that is marked `@NSManaged`, and of which property.
struct ManagedFunction: Equatable {
  enum Action {
    case add, remove, insert, removeAtIndex, replace
  }

  var action: Action
  /// The property's name with a first letter in upper case.
  var key: String

  /// Tells it from the function's name and labels, in the spellings of all of Xcode's versions.
  init?(name: String, labels: [String?]) {
    switch labels.count {
    case 1 where labels[0] == "at":
      self.init(
        .removeAtIndex, name, [("removeObjectFrom", ""), ("removeFrom", ""), ("remove", "")])
    case 1:
      self.init(.add, name, [("addTo", ""), ("add", "Object"), ("add", "")])
      if key.isEmpty {
        self.init(
          .remove, name, [("removeFrom", ""), ("remove", "Object"), ("remove", "")])
      }
    case 2 where labels[0] == nil && labels[1] == "at":
      self.init(.insert, name, [("insertInto", ""), ("insert", "")])
    case 2 where labels[0] == nil && name == "insertObject":
      self.init(.insert, labels[1] ?? "", [("in", "AtIndex"), ("in", "At")])
    case 2 where labels[0] == "at":
      self.init(.replace, name, [("replaceObjectIn", ""), ("replace", "")])
    default: return nil
    }
    if key.isEmpty { return nil }
  }

  /// Tells it from a selector: `addCastObject:`.
  init?(selector: String) {
    let parts = selector.split(separator: ":", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
    switch parts.count {
    case 1 where parts[0].hasPrefix("add"):
      self.init(.add, parts[0], [("add", "Object"), ("add", "")])
    case 1 where parts[0].hasSuffix("AtIndex") || parts[0].hasSuffix("AtIndexes"):
      self.init(
        .removeAtIndex, parts[0], [("removeObjectFrom", "AtIndex"), ("remove", "AtIndexes")])
    case 1: self.init(.remove, parts[0], [("remove", "Object"), ("remove", "")])
    case 2 where parts[0] == "insertObject":
      self.init(.insert, parts[1], [("in", "AtIndex")])
    case 2 where parts[1] == "atIndexes": self.init(.insert, parts[0], [("insert", "")])
    case 2:
      self.init(
        .replace, parts[0], [("replaceObjectIn", "AtIndex"), ("replace", "AtIndexes")])
    default: return nil
    }
    if key.isEmpty { return nil }
  }

  /// Takes the key from between the first prefix and suffix that fit; an empty one where none does.
  private init(_ action: Action, _ text: String, _ forms: [(prefix: String, suffix: String)]) {
    self.action = action
    key = ""
    for (prefix, suffix) in forms
    where text.hasPrefix(prefix) && text.hasSuffix(suffix)
      && text.count > prefix.count + suffix.count
    {
      let middle = text.dropFirst(prefix.count).dropLast(suffix.count)
      // "addTokens" adds to "tokens", not to "kens".
      if let first = middle.first, !first.isLowercase {
        key = String(middle)
        return
      }
    }
  }

  /// Whether only a relationship with an order has such a function.
  var needsOrder: Bool { action != .add && action != .remove }

  /// The name of the property, from the names of those that are declared, else by the rule.
  func propertyName(among names: Set<String>) -> String {
    let lowered = key.prefix(1).lowercased() + key.dropFirst()
    if !names.contains(lowered), names.contains(key) { return key }
    return lowered
  }
}
