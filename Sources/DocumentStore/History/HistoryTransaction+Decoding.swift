extension HistoryTransaction: Decodable {
  private enum Key: String, CodingKey {
    case author, context, process, bundle, changes
  }

  /// Reads a line of a history.
  package init(from decoder: any Decoder) throws {
    let head = try HistoryLine.Head(from: decoder)
    let members = try decoder.container(keyedBy: Key.self)
    self.init(
      point: head.point, time: head.time,
      signature: HistorySignature(
        author: try members.decodeIfPresent(String.self, forKey: .author),
        context: try members.decodeIfPresent(String.self, forKey: .context),
        process: try members.decodeIfPresent(String.self, forKey: .process) ?? "",
        bundle: try members.decodeIfPresent(String.self, forKey: .bundle)),
      changes: try members.decode([HistoryChange].self, forKey: .changes))
  }
}

extension HistoryChange: Decodable {
  private enum Key: String, CodingKey {
    case insert, update, delete, id, properties, tombstone
  }

  /// Reads a change as it stands in a line of a history.
  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Key.self)
    let kinds: [(Kind, Key)] = [(.insert, .insert), (.update, .update), (.delete, .delete)]
    let named = kinds.filter { members.contains($0.1) }
    guard named.count <= 1 else { throw LineFault("a change is of one kind") }
    guard let (kind, key) = named.first else { throw Self.nameless }
    self.init(
      kind: kind, entity: try members.decode(String.self, forKey: key),
      id: try members.decodeIfPresent(String.self, forKey: .id) ?? "")
    if entity.isEmpty || id.isEmpty { throw Self.nameless }
    properties = try members.decodeIfPresent([String].self, forKey: .properties) ?? []
    tombstone =
      try members.decodeIfPresent([String: TombstoneValue].self, forKey: .tombstone) ?? [:]
  }

  private static var nameless: LineFault {
    LineFault("a change names what it inserts, updates or deletes, and its id")
  }
}

extension TombstoneValue: Decodable {
  /// How deep composites may lie within one another: each takes its part of the stack.
  private static let depthLimit = 128

  /// Reads a value: a text, a number or an object of values.
  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let seconds = try? value.decode(Double.self) {
      self = .seconds(seconds)
    } else {
      guard decoder.codingPath.count <= Self.depthLimit else {
        throw LineFault("values are nested more than \(Self.depthLimit) deep")
      }
      self = .composite(try value.decode([String: TombstoneValue].self))
    }
  }
}
