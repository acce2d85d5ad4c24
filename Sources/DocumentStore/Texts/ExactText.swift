/// Text that is compared by its bytes, for ids and paths of files: a precomposed é is another than a
/// decomposed one.
struct ExactText: Hashable, Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (one: ExactText, other: ExactText) -> Bool {
    one.text.hasSameBytes(as: other.text)
  }

  func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }
}
