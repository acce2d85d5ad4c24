import DocumentStore
public import Foundation

/// A bookmark in the histories of some stores: what has been seen of each.
///
/// A token can be archived, and used when the stores are opened again.
public final class NSPersistentHistoryToken: NSObject, NSCopying, NSSecureCoding, Sendable {
  /// For each store, by its identifier, the transaction that was seen last.
  let points: [String: HistoryPoint]

  init(_ points: [String: HistoryPoint]) {
    self.points = points
    super.init()
  }

  /// Whether archives of tokens can be read securely, as they can.
  public static var supportsSecureCoding: Bool { true }

  private static let key = "points"

  /// Reads an archived token; nil, and the coder's error, where the archive has none.
  public required init?(coder: NSCoder) {
    // As bytes, because Foundation on Linux ends the program where an archive has an object of another class.
    let data = unsafe coder.withDecodedUnsafeBytes(forKey: Self.key) { bytes in
      unsafe bytes.map { unsafe Data($0) }
    }
    guard let data, let points = try? JSONDecoder().decode([String: Point].self, from: data),
      points.values.allSatisfy(\.isPossible)
    else {
      coder.failWithError(
        CocoaError(.coderReadCorrupt, saying: "the archive does not hold a history token"))
      return nil
    }
    self.points = points.mapValues(\.point)
    super.init()
  }

  /// Archives the token.
  public func encode(with coder: NSCoder) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let data = try? encoder.encode(points.mapValues(Point.init)) else { return }
    unsafe data.withUnsafeBytes { bytes in
      let start = unsafe bytes.bindMemory(to: UInt8.self)
      unsafe coder.encodeBytes(start.baseAddress, length: start.count, forKey: Self.key)
    }
  }

  /// A point as it is archived.
  private struct Point: Codable {
    var number: Int64
    var id: UUID?

    init(_ point: HistoryPoint) {
      number = point.number
      id = point.id
    }

    var point: HistoryPoint { HistoryPoint(number: number, id: id) }
    var isPossible: Bool { (0...HistoryPoint.largestNumber).contains(number) }
  }

  /// The token itself: it never changes.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Tokens are equal where they mark the same places.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? NSPersistentHistoryToken)?.points == points
  }

  public override var hash: Int { points.hashValue }

  /// The numbers of the transactions, by store.
  public override var description: String {
    let marks = points.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.number)" }
    return "<NSPersistentHistoryToken: \(marks.joined(separator: ", "))>"
  }
}
