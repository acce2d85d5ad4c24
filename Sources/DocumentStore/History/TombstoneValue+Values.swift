import Foundation

extension TombstoneValue {
  /// What a history keeps of a value; nil for none, and for relationships.
  init?(_ value: Value, _ column: ColumnSchema) {
    var buffer = RawBuffer()
    switch value {
    case .null, .reference, .references: return nil
    case .string(let text), .uri(let text): self = .text(text)
    case .integer(let number): self = .text(String(number))
    case .boolean(let flag): self = .text(flag ? "true" : "false")
    case .float(let number): self = .text(PlainText.number(number))
    case .double(let number): self = .text(PlainText.number(number))
    case .uuid(let uuid): self = .text(uuid.uuidString)
    case .data(let data), .transformed(let data): self = .text(data.base64EncodedString())
    case .decimal(let number):
      DecimalText.print(DecimalBits(number), to: &buffer)
      self = .text(buffer.string)
    case .date(let seconds):
      self =
        DateText.hasCalendarForm(seconds) ? .text(PlainText.date(seconds)) : .seconds(seconds)
    case .composite(let values):
      var entries: [String: TombstoneValue] = [:]
      for (element, value) in zip(column.elements, values) {
        entries[element.name] = TombstoneValue(value, element)
      }
      self = .composite(entries)
    }
  }

  /// The value of a column that is meant; nil where it is none of the column's type.
  package func value(as column: ColumnSchema) -> Value? {
    switch self {
    case .seconds(let seconds): return column.type == .date ? .date(seconds) : nil
    case .composite(let entries):
      guard column.type == .composite else { return nil }
      return .composite(column.elements.map { entries[$0.name]?.value(as: $0) ?? .null })
    case .text(let text):
      if column.type == .transformable {
        return Data(base64Encoded: text).map(Value.transformed)
      }
      return try? PlainText.value(text, as: column.type)
    }
  }
}
