package import Foundation

/// What one property of one record holds.
///
/// Equality asks whether anything would change by writing one value over the other, so it compares bytes
/// and bit patterns: a precomposed é differs from a decomposed one, and -0.0 from 0.0.
package enum Value: Sendable {
  /// No value.
  case null
  case boolean(Bool)
  /// An integer of 16, 32 or 64 bits; the column knows which.
  case integer(Int64)
  case float(Float)
  case double(Double)
  case decimal(Decimal)
  case string(String)
  /// Seconds since 2001-01-01T00:00:00Z.
  case date(Double)
  case data(Data)
  case uuid(UUID)
  /// The absolute text of a URL, as it was written.
  case uri(String)
  /// The bytes that a transformer made.
  case transformed(Data)
  /// The values of a composite's elements, in the model's order.
  case composite([Value])
  case reference(RecordReference)
  /// The members of a to-many relationship; their order counts where it is ordered.
  case references([RecordReference])

  /// Whether there is no value.
  package var isNull: Bool {
    if case .null = self { true } else { false }
  }
}

extension Value: Equatable {
  package static func == (one: Value, other: Value) -> Bool {
    switch (one, other) {
    case (.null, .null): true
    case (.boolean(let a), .boolean(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.float(let a), .float(let b)): a.bitPattern == b.bitPattern
    case (.double(let a), .double(let b)), (.date(let a), .date(let b)):
      a.bitPattern == b.bitPattern
    case (.decimal(let a), .decimal(let b)): DecimalBits(a) == DecimalBits(b)
    case (.string(let a), .string(let b)), (.uri(let a), .uri(let b)): a.hasSameBytes(as: b)
    case (.data(let a), .data(let b)), (.transformed(let a), .transformed(let b)): a == b
    case (.uuid(let a), .uuid(let b)): a == b
    case (.composite(let a), .composite(let b)): a == b
    case (.reference(let a), .reference(let b)): a == b
    case (.references(let a), .references(let b)): a == b
    default: false
    }
  }
}

extension Value: Hashable {
  package func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .boolean(let flag): hasher.combine(flag)
    case .integer(let number): hasher.combine(number)
    case .float(let number): hasher.combine(number.bitPattern)
    case .double(let number), .date(let number): hasher.combine(number.bitPattern)
    case .decimal(let number): hasher.combine(DecimalBits(number))
    case .string(let text), .uri(let text): text.hashBytes(into: &hasher)
    case .data(let data), .transformed(let data): hasher.combine(data)
    case .uuid(let uuid): hasher.combine(uuid)
    case .composite(let values): hasher.combine(values)
    case .reference(let reference): hasher.combine(reference)
    case .references(let references): hasher.combine(references)
    }
  }
}

extension String {
  /// Whether both are the same UTF-8; to `==` a precomposed é is a decomposed one.
  func hasSameBytes(as other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }

  /// Hashes what ``hasSameBytes(as:)`` compares.
  func hashBytes(into hasher: inout Hasher) {
    var text = self
    text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

/// The fields of a `Decimal`: ±mantissa · 10^exponent.
///
/// Foundation keeps nearly all decimals without trailing zeros, so that equal numbers have equal fields; an exponent
/// of 127 cannot take up more of them.
package struct DecimalBits: Hashable, Sendable {
  package var exponent: Int32
  package var isNegative: Bool
  package var mantissa: UInt128

  /// Takes a decimal apart; what is not a number becomes a negative nothing.
  package init(_ decimal: Decimal) {
    mantissa = UInt128(decimal.significand.description) ?? 0
    exponent = mantissa == 0 ? 0 : Int32(decimal.exponent)
    isNegative = decimal.isNaN || decimal.sign == .minus
  }

  /// Makes the parts of a decimal.
  package init(exponent: Int32, isNegative: Bool, mantissa: UInt128) {
    self.exponent = exponent
    self.isNegative = isNegative
    self.mantissa = mantissa
  }

  /// The decimal with these fields; not a number for a negative nothing or an exponent out of range.
  package var decimal: Decimal {
    guard let exponent = Int8(exactly: exponent), mantissa != 0 || !isNegative else { return .nan }
    let low = Decimal(UInt64(truncatingIfNeeded: mantissa))
    let high = UInt64(truncatingIfNeeded: mantissa >> 64)
    let whole = high == 0 ? low : Decimal(high) * (Decimal(UInt64.max) + 1) + low
    let decimal = Decimal(
      sign: isNegative ? .minus : .plus, exponent: Int(exponent), significand: whole)
    if decimal.isFinite { return decimal }
    return Decimal(string: "\(isNegative ? "-" : "")\(mantissa)e\(exponent)") ?? .nan
  }
}
