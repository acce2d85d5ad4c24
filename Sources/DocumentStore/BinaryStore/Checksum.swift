/// The checksums of a binary store.
enum Checksum {
  /// Whether bytes have the checksum that the file says they have.
  ///
  /// A fuzzer guesses anything but a checksum, so a program that is built for one takes any: else it would never see what
  /// lies behind.
  static func isRight(_ found: UInt64, recorded: UInt64) -> Bool {
    #if FUZZING
      true
    #else
      found == recorded
    #endif
  }
}
