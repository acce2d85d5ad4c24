import DocumentStore
import Foundation

extension Value {
  /// A value of just the type in which programs get those of a slot; nil for any other, which needs a closer look.
  ///
  /// Most values that programs set are of that type. Types are compared before anything is cast, because a cast
  /// that fails takes long.
  private init?(exact any: Any, _ slot: ColumnType) {
    let given = type(of: any)
    switch slot {
    case .string where given == String.self:
      self = .string((any as? String) ?? "")
    case .int16 where given == Int16.self:
      self = .integer(Int64((any as? Int16) ?? 0))
    case .int32 where given == Int32.self:
      self = .integer(Int64((any as? Int32) ?? 0))
    case .int64 where given == Int64.self:
      self = .integer((any as? Int64) ?? 0)
    case .int16 where given == Int.self, .int32 where given == Int.self,
      .int64 where given == Int.self:
      self = .integer(Int64((any as? Int) ?? 0))
    case .double where given == Double.self:
      self = .double((any as? Double) ?? 0)
    case .boolean where given == Bool.self:
      self = .boolean((any as? Bool) ?? false)
    case .date where given == Date.self:
      self = .date((any as? Date)?.timeIntervalSinceReferenceDate ?? 0)
    case .data where given == Data.self:
      self = .data((any as? Data) ?? Data())
    default: return nil
    }
  }

  /// A value of a slot's type, in whatever form the program has it; nil where it is of another type.
  ///
  /// A number that does not fit stays one that does not: saving finds it.
  init?(_ any: Any, as type: ColumnType) {
    if let exact = Value(exact: any, type) {
      self = exact
      return
    }
    switch type {
    case .string:
      guard let text = any as? String else { return nil }
      self = .string(text)
    case .int16, .int32, .int64:
      guard let number = Self.wholeNumber(any) else { return nil }
      self = number
    case .double:
      guard let number = Self.fraction(any) else { return nil }
      self = .double(number)
    case .float:
      if let number = any as? Float {
        self = .float(number)
      } else {
        guard let number = Self.fraction(any) else { return nil }
        self = .float(Float(number))
      }
    case .boolean:
      if let flag = any as? Bool {
        self = .boolean(flag)
      } else {
        guard let number = any as? NSNumber else { return nil }
        self = .boolean(number.boolValue)
      }
    case .date:
      guard let date = any as? Date else { return nil }
      self = .date(date.timeIntervalSinceReferenceDate)
    default:
      guard let value = Self.uncommon(any, as: type) else { return nil }
      self = value
    }
  }

  private static func uncommon(_ any: Any, as type: ColumnType) -> Value? {
    switch type {
    case .decimal:
      if let number = any as? Decimal { return .decimal(number) }
      if let number = any as? any BinaryInteger {
        return Decimal(string: "\(number)").map(Value.decimal)
      }
      return (any as? NSNumber).map { .decimal($0.decimalValue) }
    case .data: return (any as? Data).map(Value.data)
    case .uuid: return (any as? UUID).map(Value.uuid)
    case .uri: return (any as? URL).map { .uri($0.absoluteString) }
    default: return nil
    }
  }

  private static func wholeNumber(_ any: Any) -> Value? {
    switch any {
    case let number as Int: return .integer(Int64(number))
    case let number as Int64: return .integer(number)
    case let number as Int32: return .integer(Int64(number))
    case let number as Int16: return .integer(Int64(number))
    case let number as any BinaryInteger:
      return Int64(exactly: number).map(Value.integer) ?? .double(Double(number))
    case let number as Decimal:
      return Int64(number.description).map(Value.integer)
        ?? .double(NSDecimalNumber(decimal: number).doubleValue)
    case let number as NSNumber:
      if number.doubleValue == number.doubleValue.rounded(), number.doubleValue.magnitude < 0x1p63 {
        return .integer(number.int64Value)
      }
      return .double(number.doubleValue)
    default: return nil
    }
  }

  private static func fraction(_ any: Any) -> Double? {
    switch any {
    case let number as Double: number
    case let number as Int: Double(number)
    case let number as Decimal: NSDecimalNumber(decimal: number).doubleValue
    case let number as NSNumber: number.doubleValue
    case let number as any BinaryInteger: Double(number)
    default: nil
    }
  }

  /// The values of a composite's elements; nil where one is of another type.
  private static func compound(_ entries: [String: Any], as column: ColumnSchema) -> Value? {
    for key in entries.keys where !column.elements.contains(where: { $0.name == key }) {
      preconditionFailure(
        "composite '\(column.name)' has no element '\(key)'"
          + NearMiss.hint(key, among: column.elements.map(\.name)))
    }
    var values: [Value] = []
    for element in column.elements {
      guard let entry = entries[element.name], !(entry is NSNull) else {
        // As in a document: what is left out and required has its default.
        let isLeftOut = entries[element.name] == nil && !element.isOptional
        values.append(isLeftOut ? element.defaultValue : .null)
        continue
      }
      guard let value = Value(stored: entry, as: element) else { return nil }
      values.append(value)
    }
    return .composite(values)
  }

  /// As ``init(_:as:)``, composites and transformed values included.
  init?(stored any: Any, as column: ColumnSchema) {
    switch column.type {
    case .transformable:
      guard let data = column.transformer.encode(any) else { return nil }
      self = .transformed(data)
    case .composite:
      guard let entries = any as? [String: Any], let value = Self.compound(entries, as: column)
      else { return nil }
      self = value
    default: self.init(any, as: column.type)
    }
  }
}
