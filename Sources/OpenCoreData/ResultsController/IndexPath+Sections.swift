public import Foundation

/// What Apple's user interface frameworks add to index paths, which sections and their objects are addressed by.
extension IndexPath {
  /// Makes the path of a row in a section.
  public init(row: Int, section: Int) {
    self.init(indexes: [section, row])
  }

  /// Makes the path of an item in a section.
  public init(item: Int, section: Int) {
    self.init(indexes: [section, item])
  }

  /// The section: the first of two indexes.
  public var section: Int {
    get { self[0] }
    set { self[0] = newValue }
  }

  /// The row in the section: the second of two indexes.
  public var row: Int {
    get { self[1] }
    set { self[1] = newValue }
  }

  /// The item in the section: the second of two indexes.
  public var item: Int {
    get { self[1] }
    set { self[1] = newValue }
  }
}
