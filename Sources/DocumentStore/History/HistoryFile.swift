import ManagedModel
import Synchronization

/// The history of a document: a file of lines beside it, called like it with `-history` behind.
///
/// It is appended to, and replaced as a whole where that is not enough: never edited in place. What stands behind the
/// last transaction that the document names was written by a save that failed, and does not count.
package final class HistoryFile: HistoryLog {
  /// Where the last transaction that was written ends, and what the file was then.
  struct Cursor {
    var point: HistoryPoint
    var stamp: FileStamp
  }

  struct State {
    /// Spares a save from looking for the end.
    var cursor: Cursor?
    /// What the file is to begin with, where the store has moved here and was not saved since.
    var source: HistoryCopy?
  }

  /// The document.
  let document: StoredFile
  let state = Mutex(State())

  /// Names the history of a document.
  package init(of document: StoredFile) { self.document = document }

  // MARK: Finding

  /// Where a point is in the file.
  enum Finding {
    /// Right before a place; the largest number of any transaction in the file.
    case found(end: Int, highest: Int64)
    /// Nowhere; the first line from behind that cannot be read, and the largest number of any transaction.
    case absent(damage: StoreError?, highest: Int64)
  }

  /// Looks for a point from the end of the file on.
  func find(_ point: HistoryPoint, in file: OpenFile, size: Int) throws(StoreError) -> Finding {
    var lines = HistoryLines(file, before: size)
    var highest: Int64 = 0
    var damage: StoreError?
    while let line = try lines.previous() {
      if line.start == 0 {
        let header = try Self.header(of: line, file)
        if header?.after == point { return .found(end: line.end, highest: highest) }
        break
      }
      let head: HistoryLine.Head
      do throws(LineFault) {
        head = try HistoryLine.head(line.bytes)
        if !line.isWhole { continue }
      } catch {
        if line.isWhole { damage = damage ?? self.damage(in: line, file, error) }
        continue
      }
      highest = max(highest, head.point.number)
      if head.point == point { return .found(end: line.end, highest: highest) }
      if head.point.number <= point.number { break }
    }
    return .absent(damage: damage, highest: highest)
  }

  /// What the first line says; nil where it is damaged.
  ///
  /// A file of a newer program is not to be touched.
  private static func header(
    of line: HistoryLines.Line, _ file: OpenFile
  ) throws(StoreError) -> HistoryLine.Header? {
    do throws(LineFault) {
      return line.isWhole ? try HistoryLine.header(line.bytes) : nil
    } catch {
      guard error.isAboutVersion else { return nil }
      throw StoreError(
        .unknownFormat, error.sentence, at: Diagnostic.Location(file: file.path, line: 1))
    }
  }

  // MARK: Opening

  /// The history's own place.
  func place() throws(StoreError) -> FilePlace { try FilePlace(resolving: document).history }

  /// Opens the file; nil where there is none.
  func open(
    at place: FilePlace, _ options: OpenOptions = []
  ) throws(StoreError) -> (file: OpenFile, status: FileStatus)? {
    guard let named = try place.status(of: place.name) else { return nil }
    guard named.kind == .regular else {
      throw place.file.failure(
        .unknownFormat,
        "the history of a store belongs here, and this is no regular file; remove it")
    }
    let file = try OpenFile(
      place.name, in: place.folder, options.union(.withoutFollowingLinks), path: place.file.path,
      fileSystem: place.file.fileSystem)
    return (file, try file.status())
  }

  /// The path of the file, for messages.
  var path: String { document.path + FilePlace.historySuffix }

  /// Refuses to take the place of a file that is no history: somebody's notes, or another store.
  func check(
    _ current: (file: OpenFile, status: FileStatus), at place: FilePlace
  ) throws(StoreError) {
    let start = try current.file.read(1, at: 0)
    guard unsafe start.count == 0 || start.buffer.first == UInt8(ascii: "{") else {
      throw place.file.failure(
        .unknownFormat,
        "the history of '\(document.path)' belongs here, and this file is none; move it away")
    }
  }

  package func remove() {
    state.withLock { $0 = State() }
    guard let place = try? place(), let current = try? open(at: place),
      (try? check(current, at: place)) != nil
    else { return }
    do throws(StoreError) { try place.remove(place.name) } catch { try? place.remove(place.name) }
  }

  package func takeOver(_ copy: HistoryCopy) throws(StoreError) {
    state.withLock { $0 = State(source: copy) }
  }
}

extension FilePlace {
  /// What stands behind a document's name in the name of its history.
  static let historySuffix = "-history"

  /// The place of the history of the document here: beside the file itself, not beside a link to it.
  var history: FilePlace {
    let name = name + Self.historySuffix
    let path = folder.path == "." ? name : Paths.join(folder.path, name)
    return FilePlace(
      file: StoredFile(path: path, fileSystem: file.fileSystem), folder: folder, name: name)
  }
}
