import Foundation

/// The text that a version hash is computed of.
///
/// Each field is its length in bytes in decimal, a colon, and its bytes, so that no two lists of
/// fields give the same text; an absent field is a hyphen. The order of the fields is part of the
/// format: see "Version hashes" in docs/Formats.md.
struct HashedFields {
  private var bytes: [UInt8] = []

  mutating func add(_ text: String?) {
    add(bytes: text.map { Array($0.utf8) })
  }

  mutating func add(_ data: Data?) {
    add(bytes: data.map(Array.init))
  }

  mutating func add(_ number: Int) {
    add(String(number))
  }

  mutating func add(_ flag: Bool) {
    add(flag ? "1" : "0")
  }

  /// The SHA-256 of all fields.
  var digest: Data {
    Data(SHA256.digest(bytes))
  }

  private mutating func add(bytes field: [UInt8]?) {
    guard let field else { return bytes.append(UInt8(ascii: "-")) }
    bytes += Array(String(field.count).utf8) + [UInt8(ascii: ":")] + field
  }
}
