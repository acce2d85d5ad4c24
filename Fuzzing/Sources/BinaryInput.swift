/// Binary stores as a fuzzer makes them: changed and cut, but with an end that says where it is.
///
/// Checksums are not looked at in a build for fuzzing, because nobody guesses one. The size of the file, which its seal
/// must name, would be as great an obstacle.
enum BinaryInput {
  private static let trailerSize = 32
  private static let sealSize = 48

  static func repaired(_ bytes: [UInt8]) -> [UInt8] {
    let count = bytes.suffix(24).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    guard bytes.count >= trailerSize + sealSize, count < UInt64(bytes.count / 8) else {
      return bytes
    }
    var bytes = bytes
    let table = bytes.count - trailerSize - Int(count) * 8
    guard table >= sealSize, bytes[(table - sealSize)...].starts(with: "OpenCD".utf8) else {
      return bytes
    }
    for place in 0..<8 {
      bytes[table - 16 + place] = UInt8(truncatingIfNeeded: bytes.count >> (8 * place))
      bytes[bytes.count - 1 - place] = UInt8(truncatingIfNeeded: table >> (8 * place))
    }
    return bytes
  }
}
