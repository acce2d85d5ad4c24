package import Foundation

/// What can be said of an archive without making an object.
package enum ArchivedClass {
  /// The class of what an archive is of; nil where that is a value of a property list, or the data are no archive.
  package static func name(in data: Data) -> String? {
    Array(data).withView { view in
      guard let archive = try? KeyedArchive(view), let root = try? archive.root("root"),
        case .instance(let name, _)? = try? archive.object(root)
      else { return nil }
      return name
    }
  }
}
