import Foundation
import Testing

@testable import DocumentStore

@Suite("The fields of a decimal")
struct DecimalBitsTests {
  static let mantissas: [UInt128] = [
    1, 7, 10, 100, 1_000_000, 12_345_678_901_234_567_890, UInt128(UInt64.max),
    UInt128(UInt64.max) + 1, .max, .max - 5, .max / 10 * 10,
  ]

  @Test("make the decimal that they were taken from", arguments: mantissas)
  func roundTrip(mantissa: UInt128) {
    for exponent: Int32 in [-128, -127, -38, -1, 0, 1, 37, 88, 89, 90, 100, 125, 126, 127] {
      for isNegative in [false, true] {
        let bits = DecimalBits(exponent: exponent, isNegative: isNegative, mantissa: mantissa)
        let decimal = bits.decimal
        #expect(decimal.isFinite, "\(bits)")
        #expect(decimal.isSignMinus == isNegative)
        let again = DecimalBits(decimal)
        #expect(again.decimal == decimal)
        #expect(again.mantissa == mantissa || mantissa % 10 == 0, "\(bits)")
        #expect(DecimalBits(again.decimal) == again)
      }
    }
  }

  @Test(
    "of numbers as people write them",
    arguments: [
      "0", "-0", "1e127", "10e127", "-1000e126", "1e-128",
      "340282366920938463463374607431768211455",
      "99999999999999999999999999999999999999e90", "12345678901234567890123456789012345678.9",
    ])
  func texts(text: String) throws {
    let decimal = try #require(Decimal(string: text))
    let again = DecimalBits(decimal).decimal
    #expect(Value.decimal(again) == .decimal(decimal))
    #expect(again.description == decimal.description)
    var output = RawBuffer()
    DecimalText.print(DecimalBits(decimal), to: &output)
    let read = try output.withView { view throws(TextFault) in try DecimalText.parse(view) }
    #expect(read == DecimalBits(decimal))
  }

  @Test("that are none make no number")
  func none() {
    for bits in [
      DecimalBits(exponent: 128, isNegative: false, mantissa: 1),
      DecimalBits(exponent: -129, isNegative: false, mantissa: 1),
      DecimalBits(exponent: 0, isNegative: true, mantissa: 0), DecimalBits(.nan),
    ] {
      #expect(bits.decimal.isNaN)
    }
  }
}
