/// Makes formats that are nearly right: pieces of right ones cut, doubled, swapped and joined.
struct FormatMutator {
  var random: SeededRandom

  init(_ seed: UInt64) { random = SeededRandom(seed) }

  private static let seeds: [[UInt8]] = [
    "a == 1", "a.b CONTAINS[cd] 'x'", "NOT a IN {1, 2}", "ANY a.b LIKE 'x*'", "(a + 1) * 2 > 3",
    "SUBQUERY(a, $x, $x.b == 1).@count > 0", "TERNARY(a == nil, 0, a) < 5", "a BETWEEN {1, 5}",
    "FUNCTION(a, 'pow:', 3) == 8", "CAST(1.5, 'NSDate') < a", "a[FIRST] == $x", "#size == -1",
    "a == 1 AND b == 2 OR c == 3", "NONE a == 'é'", "a UNION b == c", "($x := 1) == 2",
    "max(1, a) == 2", "(a & 4) != 0", "a ==[l] \"\\u0041\\n\"", "TRUEPREDICATE", "a == 0x1F",
    "a isEqual: b", "modulus:by:(a, 2) == 1e5", "{}.@count == ~1", "x NOT IN y",
    "名.@max.#self > .5",
  ].map { Array($0.utf8) }

  private static let pieces: [[UInt8]] = [
    "(", ")", "{", "}", "[", "]", "==", " AND ", " OR ", "NOT ", "ANY ", ".", ",", "'", "\"", "\\",
    "$", "#", "@", "%@", "%K", "%", "-", "*", "**", "&", "|", "<<", ":=", "a", "1", "1.", "0x",
    "e9", " ",
    "nil", "SELF", "SUBQUERY(", "FUNCTION(", "CAST(", "TERNARY(", "sum(", " IN ", "[c]", "[0]",
    "\u{0}",
    "é", "\u{301}", "😀", "\\x", "\\u00", "=", "!", "<", "UTI-", ":", "abs:", "NOT IN", "UNION ",
    "\n",
    "99999999999999999999",
  ].map { Array($0.utf8) }

  /// The next format; not always valid UTF-8 until it is a `String`.
  mutating func next() -> String {
    var bytes = Self.seeds[random.below(Self.seeds.count)]
    for _ in 0...random.below(3) { mutate(&bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func mutate(_ bytes: inout [UInt8]) {
    let place = random.below(bytes.count + 1)
    switch random.below(6) {
    case 0: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random.below(4)))
    case 1: bytes.removeSubrange(place...)
    case 2:
      let other = Self.seeds[random.below(Self.seeds.count)]
      bytes.replaceSubrange(place..., with: other[random.below(other.count)...])
    case 3 where place < bytes.count:
      bytes[place] = UInt8(truncatingIfNeeded: random.next())
    default:
      bytes.insert(contentsOf: Self.pieces[random.below(Self.pieces.count)], at: place)
    }
  }

  /// A format of nothing but pieces.
  mutating func pieces() -> String {
    var bytes: [UInt8] = []
    for _ in 0...random.below(9) { bytes += Self.pieces[random.below(Self.pieces.count)] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
