import Foundation
import ManagedModel

/// What user info of an entity may say about its class.
private enum Choice: String, CaseIterable {
  case optionality = "swiftOptionality"
  case toMany = "swiftToMany"
  case access = "swiftAccess"
  case module = "swiftImport"
  case snapshot = "swiftSnapshot"
  case keys = "swiftKeys"
}

extension ClassDescriber {
  /// The options for an entity: those of the run, with what its user info says, or that of an entity above it.
  mutating func choices(for entity: NSEntityDescription) -> ClassOptions {
    var choices = options
    for ancestor in Array(entity.selfAndAncestors).reversed() {
      for choice in Choice.allCases {
        guard let value = ancestor.userInfo?[choice.rawValue] as? String else { continue }
        if let known = choices.set(choice, to: value), ancestor === entity {
          report(
            .unknownChoice(
              choice.rawValue, value: value, entity: entity.name ?? "", known: known),
            at: entity.location)
        }
      }
    }
    return choices
  }
}

extension ClassOptions {
  /// Takes a choice; where the value is none of those known, says which are.
  fileprivate mutating func set(_ choice: Choice, to value: String) -> [String]? {
    switch choice {
    case .optionality: Self.take(value, into: &optionality)
    case .toMany: Self.take(value, into: &toMany)
    case .access: Self.take(value, into: &access)
    case .module: Self.take(value, into: &module)
    case .snapshot: Self.take(value, into: &hasSnapshots)
    case .keys: Self.take(value, into: &hasKeys)
    }
  }

  private static func take<Value: RawRepresentable<String> & CaseIterable>(
    _ text: String, into value: inout Value
  ) -> [String]? {
    guard let known = Value(rawValue: text) else { return Value.allCases.map(\.rawValue) }
    value = known
    return nil
  }

  private static func take(_ text: String, into flag: inout Bool) -> [String]? {
    guard text == "YES" || text == "NO" else { return ["YES", "NO"] }
    flag = text == "YES"
    return nil
  }
}
