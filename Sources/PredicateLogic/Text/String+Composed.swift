import Foundation

extension String {
  /// The composed form (NFC) of the text.
  ///
  /// Observed of Foundation on Linux: a syllable of Hangul and a last consonant stay two scalars unless they are
  /// decomposed first, and some scalars beyond U+FFFF compose as if they were 16 bits of themselves. A result that
  /// is another text is not taken.
  package var composed: String {
    let form = decomposedStringWithCanonicalMapping.precomposedStringWithCanonicalMapping
    return form == self ? form : self
  }
}
