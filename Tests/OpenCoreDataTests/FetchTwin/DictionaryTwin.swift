import Foundation
import OpenCoreData
import Predicates

/// What requests for dictionaries should find, made in the plainest way from objects as they are saved.
struct DictionaryTwin {
  private let trial: DictionaryTrial
  private let objects: [NSManagedObject]

  /// Looks at objects that meet the request's condition, in the order of their ids or, without groups, of the
  /// request.
  init(_ trial: DictionaryTrial, _ objects: [NSManagedObject]) {
    self.trial = trial
    self.objects = objects
  }

  private struct Row {
    var values: [String: Any]
    var objects: [NSManagedObject]
  }

  /// The rows as texts.
  func rows(_ model: TwinModel) throws -> [String] {
    var trial = trial
    if trial.columns.isEmpty {
      let keys = model.entities[trial.base.entity]?.attributes ?? []
      trial.columns = keys.filter { $0.name != "mood" }.map { .path($0.name) }
    }
    var rows = groups().map { Row(values: values(trial.columns, $0), objects: $0) }
    if let having = trial.having {
      let predicate = NSPredicate(format: having.format, argumentArray: having.arguments)
      rows = try rows.filter { try predicate.matches($0.values) }
    }
    if trial.isDistinct {
      var seen: [[String: Any]] = []
      rows = rows.filter { row in
        if seen.contains(where: { Self.areEqual($0, row.values) }) { return false }
        seen.append(row.values)
        return true
      }
    }
    if trial.isGrouped, let descriptor = trial.base.sort.first {
      rows = Self.sorted(rows, descriptor)
    }
    let rest = rows.dropFirst(trial.base.offset)
    return (trial.base.limit > 0 ? rest.prefix(trial.base.limit) : rest).map {
      Self.text($0.values)
    }
  }

  /// The objects of each row.
  private func groups() -> [[NSManagedObject]] {
    if !trial.isGrouped { return objects.map { [$0] } }
    if trial.groups.isEmpty { return [objects] }
    let columns = trial.groups.map { DictionaryTrial.Column.path($0) }
    var groups: [(key: [String: Any], objects: [NSManagedObject])] = []
    for object in objects {
      let key = values(columns, [object])
      if let place = groups.firstIndex(where: { Self.areEqual($0.key, key) }) {
        groups[place].objects.append(object)
      } else {
        groups.append((key, [object]))
      }
    }
    return groups.map(\.objects)
  }

  // MARK: Values

  private func values(
    _ columns: [DictionaryTrial.Column], _ objects: [NSManagedObject]
  ) -> [String: Any] {
    var values: [String: Any] = [:]
    for column in columns {
      switch column {
      case .path(let path): values[path] = objects.first?.value(forKeyPath: path)
      case .aggregate(let name, let function, let key, let type):
        values[name] = Self.aggregate(
          function, objects.compactMap { $0.value(forKeyPath: key) }, type)
      }
    }
    return values
  }

  private static func aggregate(
    _ function: String, _ values: [Any], _ type: NSAttributeType
  ) -> Any? {
    switch function {
    case "count:": return Int64(values.count)
    case "sum:":
      return values.reduce(Int64(0)) { $0 + ($1 as? Int64 ?? 0) }
    default:
      let wanted: ComparisonResult = function == "min:" ? .orderedAscending : .orderedDescending
      return values.reduce(nil as Any?) { best, value in
        guard let best else { return value }
        return ValueOrder.compare(value, best, .compare) == wanted ? value : best
      }
    }
  }

  private static func areEqual(_ one: [String: Any], _ other: [String: Any]) -> Bool {
    Set(one.keys) == Set(other.keys)
      && one.allSatisfy { ValueEquality.equal($0.value, other[$0.key]) }
  }

  private static func sorted(_ rows: [Row], _ descriptor: NSSortDescriptor) -> [Row] {
    var sorted: [Row] = []
    for row in rows {
      var place = sorted.count
      while place > 0,
        value(row, descriptor, precedes: sorted[place - 1])
      {
        place -= 1
      }
      sorted.insert(row, at: place)
    }
    return sorted
  }

  private static func value(
    _ row: Row, _ descriptor: NSSortDescriptor, precedes other: Row
  ) -> Bool {
    let key = descriptor.key ?? ""
    let order = NSSortDescriptor(key: "value", ascending: descriptor.ascending)
    let one = row.values[key].map { ["value": $0] } ?? [:]
    let two = other.values[key].map { ["value": $0] } ?? [:]
    return order.compare(one, to: two) == .orderedAscending
  }

  /// A row as text; Foundation's dictionaries keep numbers without their types.
  static func text(_ values: [String: Any]) -> String {
    let entries = values.map { key, value in
      let text =
        switch value {
        case let object as NSManagedObject: TwinWorld.label(object.objectID)
        case let id as NSManagedObjectID: TwinWorld.label(id)
        case let text as String: text.debugDescription
        case let data as Data: "Data \([UInt8](data))"
        case let parts as [String: Any]: Self.text(parts)
        case let number as NSNumber: number.description
        default: "\(type(of: value)) \(value)"
        }
      return "\(key): \(text)"
    }
    return "[\(entries.sorted().joined(separator: ", "))]"
  }
}
