/// How much of an archive may be read, in bytes of the memory that it takes.
///
/// A few objects can name the same ones over and over, so that a small file asks for more memory and time than
/// there is. Whatever is read of an archive is charged here, each time that it is read; what other programs write
/// names its texts a few times, and stays far below.
final class ReadingAllowance {
  private var rest: Int

  /// What a node that is made of an object takes, without its text or bytes.
  static let nodeCost = 64

  init(bytes: Int) { rest = bytes }

  /// Enough for any archive of some bytes that was written to be read.
  convenience init(forArchiveOf byteCount: Int) {
    self.init(bytes: 64 * byteCount + 1 << 28)
  }

  func spend(_ bytes: Int) throws(ArchivedList.Fault) {
    rest -= bytes
    guard rest >= 0 else {
      throw ArchivedList.Fault(
        sentence: "refers to the same values over and over, more than can be read")
    }
  }
}
