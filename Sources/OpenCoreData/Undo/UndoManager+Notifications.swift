public import Foundation

extension NSNotification.Name {
  /// Groups are about to open or close, or somebody undoes, redoes, or asks whether that is possible.
  ///
  /// Whoever collects changes registers them now.
  public static let NSUndoManagerCheckpoint = NSNotification.Name(
    "NSUndoManagerCheckpointNotification")
  /// A group has been opened.
  public static let NSUndoManagerDidOpenUndoGroup = NSNotification.Name(
    "NSUndoManagerDidOpenUndoGroupNotification")
  /// A group is about to be closed.
  public static let NSUndoManagerWillCloseUndoGroup = NSNotification.Name(
    "NSUndoManagerWillCloseUndoGroupNotification")
  /// A group has been closed.
  public static let NSUndoManagerDidCloseUndoGroup = NSNotification.Name(
    "NSUndoManagerDidCloseUndoGroupNotification")
  /// A group is about to be undone.
  public static let NSUndoManagerWillUndoChange = NSNotification.Name(
    "NSUndoManagerWillUndoChangeNotification")
  /// A group has been undone.
  public static let NSUndoManagerDidUndoChange = NSNotification.Name(
    "NSUndoManagerDidUndoChangeNotification")
  /// A group is about to be redone.
  public static let NSUndoManagerWillRedoChange = NSNotification.Name(
    "NSUndoManagerWillRedoChangeNotification")
  /// A group has been redone.
  public static let NSUndoManagerDidRedoChange = NSNotification.Name(
    "NSUndoManagerDidRedoChangeNotification")
}

/// Key of `true` where the group that a notification tells of may be thrown away.
public let NSUndoManagerGroupIsDiscardableKey = "NSUndoManagerGroupIsDiscardableKey"

/// The order in which Apple's run loop closes groups among its other work.
///
/// It makes no difference here.
public let NSUndoCloseGroupingRunLoopOrdering = 350_000

extension UndoManager {
  /// What a value that is kept with an action is called.
  public struct UserInfoKey: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The key as text.
    public let rawValue: String

    /// Makes a key.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes a key.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Makes a key.
    public init(stringLiteral value: String) { rawValue = value }
  }

  func post(_ name: NSNotification.Name, _ info: [String: Bool]? = nil) {
    NotificationCenter.default.post(name: name, object: self, userInfo: info)
  }

  /// An observer that asks whether it can undo is not told again.
  func postCheckpoint() {
    guard !isPostingCheckpoint else { return }
    isPostingCheckpoint = true
    defer { isPostingCheckpoint = false }
    post(.NSUndoManagerCheckpoint)
  }
}
