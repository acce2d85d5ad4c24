/// What metadata may still hold: counted alike when they are written and when they are read, so that what was
/// saved can be opened.
///
/// A text counts each time it stands somewhere, though a file has it once: a reader makes it as often.
struct MetadataRoom {
  private static let depthLimit = 64
  private static let valueLimit = 1 << 20
  private static let byteLimit = 1 << 28

  private var values = Self.valueLimit
  private var bytes = Self.byteLimit

  /// The limits, in words.
  static let rule =
    "at most \(depthLimit) levels, \(valueLimit) values and \(byteLimit >> 20) MiB of text and data"

  /// Counts a value, or a key, whose own contents have `size` bytes; says whether there was room.
  mutating func take(_ size: Int, depth: Int) -> Bool {
    values -= 1
    bytes -= size
    return depth < Self.depthLimit && values >= 0 && bytes >= 0
  }
}

extension PropertyList {
  /// Bytes of a text or of data; nothing for other values.
  var ownSize: Int {
    switch self {
    case .string(let text): text.utf8.count
    case .data(let data): data.count
    default: 0
    }
  }
}
