import Foundation
import OpenCoreData

/// One random request for dictionaries.
struct DictionaryTrial {
  /// Entity, condition and window.
  var base: FetchTrial
  var columns: [Column] = []
  /// Keys of columns by which records are grouped.
  var groups: [String] = []
  /// What groups must satisfy.
  var having: (format: String, arguments: [Any])?
  var isDistinct = false

  enum Column {
    case path(String)
    /// A function over the records of a group.
    case aggregate(name: String, function: String, key: String, NSAttributeType)

    var name: String {
      switch self {
      case .path(let path): path
      case .aggregate(let name, _, _, _): name
      }
    }

    var isAggregate: Bool {
      if case .aggregate = self { true } else { false }
    }
  }

  var isGrouped: Bool { !groups.isEmpty || columns.contains(where: \.isAggregate) }

  var request: NSFetchRequest<NSDictionary> {
    let request = base.request(.dictionaryResultType, as: NSDictionary.self)
    if !columns.isEmpty { request.propertiesToFetch = columns.map(Self.stated) }
    if !groups.isEmpty { request.propertiesToGroupBy = groups }
    if let having {
      request.havingPredicate = NSPredicate(
        format: having.format, argumentArray: having.arguments)
    }
    request.returnsDistinctResults = isDistinct
    return request
  }

  private static func stated(_ column: Column) -> Any {
    guard case .aggregate(let name, let function, let key, let type) = column else {
      return column.name
    }
    let description = NSExpressionDescription()
    description.name = name
    description.expression = NSExpression(
      forFunction: function, arguments: [NSExpression(forKeyPath: key)])
    description.expressionResultType = type
    return description
  }

  /// Simpler requests, which may still show what this one shows.
  var simpler: [DictionaryTrial] {
    var all = base.simpler.map { simpler in
      var changed = self
      changed.base = simpler
      return changed
    }
    func add(_ change: (inout DictionaryTrial) -> Void) {
      var simpler = self
      change(&simpler)
      all.append(simpler)
    }
    if having != nil { add { $0.having = nil } }
    if isDistinct { add { $0.isDistinct = false } }
    for index in columns.indices where columns.count > 1 && !groups.contains(columns[index].name) {
      add { $0.columns.remove(at: index) }
    }
    return all
  }

  var description: String {
    var lines = [base.description, "columns \(columns)"]
    if !groups.isEmpty { lines.append("grouped by \(groups)") }
    if let having { lines.append("having \(having.format) with \(having.arguments)") }
    if isDistinct { lines.append("distinct") }
    return lines.joined(separator: "\n")
  }
}

extension DictionaryTrial {
  /// A random request to a world.
  init(_ world: TwinWorld) {
    base = FetchTrial(world)
    if base.condition?.needsObjects == true { base.condition = nil }
    base.sort = []
    let maker = ConditionMaker(world)
    if world.dice.chance(50) {
      chooseGroups(maker)
    } else {
      chooseColumns(maker)
    }
    isDistinct = world.dice.chance(25)
  }

  private mutating func chooseColumns(_ maker: ConditionMaker) {
    if maker.dice.chance(85) {
      for _ in 0...maker.dice.below(3) { addPath(maker) }
    }
    if maker.dice.chance(40), let descriptor = maker.descriptor(base.entity),
      descriptor.key?.contains("mood") == false
    {
      base.sort = [descriptor]
    }
  }

  private mutating func chooseGroups(_ maker: ConditionMaker) {
    for _ in 0..<maker.dice.below(3) { addPath(maker) }
    groups = columns.map(\.name)
    for number in 0...maker.dice.below(3) { addAggregate(maker, "n\(number)") }
    let numbers = columns.compactMap { column -> String? in
      if case .aggregate(let name, _, _, .integer64AttributeType) = column { name } else { nil }
    }
    if !groups.isEmpty, let name = maker.dice.any(of: numbers), maker.dice.chance(40) {
      having = ("\(name) \(maker.dice.one(of: ["<", ">", "=="])) %@", [maker.dice.below(4)])
    }
    let keys = groups.filter { !$0.contains("extent") } + (groups.isEmpty ? [] : numbers)
    if let key = maker.dice.any(of: keys), maker.dice.chance(50) {
      base.sort = [NSSortDescriptor(key: key, ascending: maker.dice.chance(50))]
    }
  }

  private mutating func addPath(_ maker: ConditionMaker) {
    let path = maker.path(base.entity)
    let ones = maker.keys(path.entity).ones.map(\.name)
    var key: String?
    if maker.dice.chance(15) {
      key = maker.dice.any(of: ones)
    } else {
      key = maker.attribute(path.entity, where: maker.canBeColumn)?.key
    }
    guard let key, !key.contains("mood") else { return }
    let name = path.text + key
    if !columns.contains(where: { $0.name == name }) { columns.append(.path(name)) }
  }

  private mutating func addAggregate(_ maker: ConditionMaker, _ name: String) {
    let function = maker.dice.one(of: ["sum:", "min:", "max:", "count:"])
    let isSum = function == "sum:"
    guard
      let (key, type) = maker.attribute(
        base.entity,
        where: { isSum ? maker.canBeSummed($0) : ConditionMaker.isNumber($0) }),
      !columns.contains(where: { $0.name == key })
    else { return }
    let result = isSum || function == "count:" ? NSAttributeType.integer64AttributeType : type
    columns.append(.aggregate(name: name, function: function, key: key, result))
  }
}

extension ConditionMaker {
  /// Whether the twin knows how values of a type are told apart.
  func canBeColumn(_ type: NSAttributeType) -> Bool {
    isOrdered(type) || type == .booleanAttributeType || type == .UUIDAttributeType
      || type == .URIAttributeType || type == .binaryDataAttributeType
  }

  /// Whether sums of values stay whole numbers of 64 bits.
  func canBeSummed(_ type: NSAttributeType) -> Bool {
    type == .integer16AttributeType || type == .integer32AttributeType
  }
}
