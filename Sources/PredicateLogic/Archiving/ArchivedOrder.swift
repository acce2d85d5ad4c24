import Foundation

/// A sort descriptor in an archive.
struct ArchivedOrder: Codable {
  let key: String?
  let ascending: Bool
  let comparison: SortComparison

  init(key: String?, ascending: Bool, comparison: SortComparison) {
    self.key = key
    self.ascending = ascending
    self.comparison = comparison
  }

  /// Reads the bytes of an archive.
  init(_ bytes: Data) throws(ArchiveError) {
    guard let found = try? JSONDecoder().decode(Self.self, from: bytes),
      found.comparison != .block
    else { throw ArchiveError("the archived sort descriptor is damaged") }
    self = found
  }

  func bytes() throws(ArchiveError) -> Data {
    do {
      return try JSONEncoder().encode(self)
    } catch {
      throw .unwritable("the sort descriptor")
    }
  }
}

extension SortComparison: Codable {}
