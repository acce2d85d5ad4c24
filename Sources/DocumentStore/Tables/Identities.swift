/// Records by their ids: `Entity-n` through a table of numbers, any other id through a dictionary.
struct Identities: Sendable {
  private let schema: Schema
  private var texts: [RecordID: RecordReference] = [:]
  /// For each table, its records by the n of `Entity-n`.
  private var numbers: [[Int64: RecordReference]]
  /// For each table, the records of other tables that have ids `Entity-n` of this one, by n.
  private var chosenElsewhere: [[Int64: RecordReference]]

  init(_ schema: Schema) {
    self.schema = schema
    numbers = Array(repeating: [:], count: schema.tables.count)
    chosenElsewhere = numbers
  }

  /// The record with an id.
  subscript(id: String) -> RecordReference? {
    if let (table, number) = schema.numberedID(id), let found = numbers[table][number] {
      return found
    }
    return texts[.text(id)]
  }

  /// The n of ids `Entity-n` that someone chose for records of other tables.
  func numbersChosenElsewhere(likeThoseOf table: Int) -> Set<Int64> {
    Set(chosenElsewhere[table].keys)
  }

  /// Takes in a record; gives back another one that has the same id.
  mutating func insert(_ id: RecordID, _ reference: RecordReference) -> RecordReference? {
    var other: RecordReference?
    switch id {
    case .number(let number):
      other =
        numbers[reference.table].updateValue(reference, forKey: number)
        ?? chosenElsewhere[reference.table][number]
    case .text(let text):
      other = texts.updateValue(reference, forKey: id)
      if let (table, number) = schema.numberedID(text) {
        chosenElsewhere[table][number] = reference
        other = other ?? numbers[table][number]
      }
    }
    return other == reference ? nil : other
  }
}
