import DocumentStore

/// What a request found, in order: runs of records, and objects in between.
struct FoundRecords {
  enum Run {
    case records(StoreView, ArraySlice<RecordReference>)
    case object(NSManagedObject)
  }

  private(set) var runs: [Run] = []
  private(set) var count = 0

  mutating func append(_ source: StoreView, _ references: ArraySlice<RecordReference>) {
    if references.isEmpty { return }
    runs.append(.records(source, references))
    count += references.count
  }

  mutating func append(_ object: NSManagedObject) {
    runs.append(.object(object))
    count += 1
  }

  /// What an offset and a limit leave.
  func window(offset: Int, limit: Int?) -> FoundRecords {
    if offset == 0, count <= limit ?? .max { return self }
    var window = FoundRecords()
    var skipped = offset
    var rest = limit ?? .max
    for run in runs where rest > 0 {
      switch run {
      case .records(let source, let references):
        let part = references.dropFirst(skipped).prefix(rest)
        skipped -= min(skipped, references.count)
        rest -= part.count
        window.append(source, part)
      case .object(let object):
        if skipped > 0 {
          skipped -= 1
        } else {
          window.append(object)
          rest -= 1
        }
      }
    }
    return window
  }

  /// The objects, made where there are none yet.
  func objects() -> [NSManagedObject] {
    var objects: [NSManagedObject] = []
    objects.reserveCapacity(count)
    for run in runs {
      switch run {
      case .object(let object): objects.append(object)
      case .records(let source, let references):
        source.shelf.makingObjects(references.count) { shelf in
          for reference in references {
            if let object = shelf.object(for: reference) { objects.append(object) }
          }
        }
      }
    }
    return objects
  }

  /// The saved objects that there are already.
  func registeredObjects() -> [NSManagedObject] {
    runs.flatMap { run in
      switch run {
      case .object(let object): [object]
      case .records(let source, let references):
        references.compactMap { source.shelf.registered($0) }
      }
    }
  }

  /// The ids of the objects; makes no objects.
  func objectIDs() -> [NSManagedObjectID] {
    var ids: [NSManagedObjectID] = []
    ids.reserveCapacity(count)
    for run in runs {
      switch run {
      case .object(let object): ids.append(object.objectID)
      case .records(let source, let references):
        for reference in references {
          if let id = source.view(reference)?.objectID { ids.append(id) }
        }
      }
    }
    return ids
  }
}
