/// How Swift writes identifiers with letters beyond ASCII: RFC 3492 with `_` for the hyphen, and `A` to `J`
/// for the digits.
enum Punycode {
  /// Whether a byte stands in a symbol as it is.
  static func isPlain(_ byte: UInt8) -> Bool { byte < 0x80 && SwiftLexer.isWordByte(byte) }

  /// The letters that stand for a text.
  static func encoded(_ text: String) -> [UInt8] {
    // Marks of ASCII take the place of surrogates, which no text has.
    let scalars = text.unicodeScalars.map { scalar -> UInt32 in
      scalar.value < 0x80 && !isPlain(UInt8(scalar.value)) ? scalar.value + 0xD800 : scalar.value
    }
    var output = scalars.filter { $0 < 0x80 }.map { UInt8($0) }
    let plainCount = output.count
    if plainCount > 0 { output.append(UInt8(ascii: "_")) }
    var state = State()
    var done = plainCount
    while done < scalars.count {
      guard let next = scalars.lazy.filter({ $0 >= state.code }).min() else { break }
      state.delta += Int(next - state.code) * (done + 1)
      state.code = next
      for scalar in scalars {
        if scalar < state.code { state.delta += 1 }
        guard scalar == state.code else { continue }
        output += digits(of: state.delta, bias: state.bias)
        state.adapt(points: done + 1, isFirst: done == plainCount)
        done += 1
      }
      state.delta += 1
      state.code += 1
    }
    return output
  }

  private static let base = 36
  private static let low = 1
  private static let high = 26

  private struct State {
    var code: UInt32 = 128
    var delta = 0
    var bias = 72

    mutating func adapt(points: Int, isFirst: Bool) {
      delta = isFirst ? delta / 700 : delta / 2
      delta += delta / points
      var steps = 0
      while delta > (base - low) * high / 2 {
        delta /= base - low
        steps += base
      }
      bias = steps + (base - low + 1) * delta / (delta + 38)
      delta = 0
    }
  }

  private static func digits(of delta: Int, bias: Int) -> [UInt8] {
    var output: [UInt8] = []
    var rest = delta
    var step = base
    while true {
      let threshold = min(max(step - bias, low), high)
      if rest < threshold { break }
      output.append(digit(threshold + (rest - threshold) % (base - threshold)))
      rest = (rest - threshold) / (base - threshold)
      step += base
    }
    return output + [digit(rest)]
  }

  private static func digit(_ value: Int) -> UInt8 {
    value < 26 ? UInt8(ascii: "a") + UInt8(value) : UInt8(ascii: "A") + UInt8(value - 26)
  }
}
