import Foundation
import OpenCoreData
import Testing

/// What a table shows that knows of a controller's results only what the delegate is told.
///
/// As table views do, it collects the changes of an event, then takes away what is deleted or moved by the old
/// places, and puts in what is inserted or moved at the new ones.
final class TableMirror: NSObject, NSFetchedResultsControllerDelegate {
  typealias Controller = NSFetchedResultsController<any NSFetchRequestResult>

  struct Section: Equatable {
    var name: String
    var objects: [NSManagedObject] = []
  }

  private(set) var sections: [Section] = []
  /// All calls since they were last asked for, as short texts.
  private var calls: [String] = []
  private var deletedSections: [Int] = []
  private var insertedSections: [(Int, String)] = []
  private var deletedRows: [IndexPath] = []
  private var insertedRows: [(IndexPath, NSManagedObject)] = []

  init(_ controller: NSFetchedResultsController<NSManagedObject>) {
    super.init()
    reload(controller)
    controller.delegate = self
  }

  func reload<T>(_ controller: NSFetchedResultsController<T>) {
    sections = Self.sections(of: controller)
  }

  /// What a controller has now.
  static func sections<T>(of controller: NSFetchedResultsController<T>) -> [Section] {
    (controller.sections ?? []).map { section in
      Section(name: section.name, objects: section.objects as? [NSManagedObject] ?? [])
    }
  }

  func takeCalls() -> [String] {
    defer { calls = [] }
    return calls
  }

  // MARK: Delegate

  func controllerWillChangeContent(_ controller: Controller) {
    calls.append("will")
    #expect(Self.sections(of: controller) == sections)
  }

  func controller(
    _ controller: Controller, didChange sectionInfo: any NSFetchedResultsSectionInfo,
    atSectionIndex sectionIndex: Int, for type: NSFetchedResultsChangeType
  ) {
    calls.append("\(type) section \(sectionInfo.name) \(sectionIndex)")
    #expect(deletedRows.isEmpty && insertedRows.isEmpty)
    if type == .insert {
      insertedSections.append((sectionIndex, sectionInfo.name))
    } else {
      #expect(sections[sectionIndex].name == sectionInfo.name)
      deletedSections.append(sectionIndex)
    }
  }

  func controller(
    _ controller: Controller, didChange anObject: Any, at indexPath: IndexPath?,
    for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    guard let object = anObject as? NSManagedObject else { return }
    let places = [indexPath, newIndexPath].map { $0.map { "\($0.section).\($0.row)" } ?? "-" }
    calls.append("\(type) \(object.name ?? "") \(places[0]) \(places[1])")
    #expect((indexPath == nil) == (type == .insert) && (newIndexPath == nil) == (type == .delete))
    if let indexPath {
      #expect(sections[indexPath.section].objects[indexPath.row] === object)
    }
    if type == .update { return }
    if let indexPath { deletedRows.append(indexPath) }
    if let newIndexPath { insertedRows.append((newIndexPath, object)) }
  }

  func controllerDidChangeContent(_ controller: Controller) {
    calls.append("did")
    for path in deletedRows.sorted().reversed() {
      sections[path.section].objects.remove(at: path.row)
    }
    for number in deletedSections.sorted().reversed() {
      #expect(sections[number].objects.isEmpty)
      sections.remove(at: number)
    }
    for (number, name) in insertedSections.sorted(by: { $0.0 < $1.0 }) {
      sections.insert(Section(name: name), at: number)
    }
    for (path, object) in insertedRows.sorted(by: { $0.0 < $1.0 }) {
      sections[path.section].objects.insert(object, at: path.row)
    }
    deletedSections = []
    insertedSections = []
    deletedRows = []
    insertedRows = []
    #expect(Self.sections(of: controller) == sections)
  }
}

/// The company with a number for everything, and no rules that random changes would break.
func tableModel() -> NSManagedObjectModel {
  companyModel { entities in
    for key in ["Employee", "Tag", "Department"] {
      entities[key]?.properties += [attribute("number", .integer64AttributeType)]
    }
    entities["Employee"]?.attributesByName["name"]?.limits = .init()
    entities["Department"]?.uniquenessConstraints = []
  }
}

/// A controller for employees.
func employees(
  _ context: NSManagedObjectContext, _ format: String? = nil, sortedBy keys: String...,
  sections: String? = nil
) throws -> NSFetchedResultsController<NSManagedObject> {
  let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
  request.predicate = format.map { NSPredicate(format: $0) }
  request.sortDescriptors = keys.map { NSSortDescriptor(key: $0, ascending: true) }
  let controller = NSFetchedResultsController(
    fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: sections,
    cacheName: nil)
  try controller.performFetch()
  return controller
}
