public import Foundation
public import ManagedModel

/// The results of a fetch request, in sections, kept as the objects of a context change.
///
/// ``performFetch()`` looks for the objects once. From then on, while there is a delegate, the controller follows
/// what the context says of its objects at the end of each event, unsaved changes included: it looks at the objects
/// that changed, and at those that a path of the request leads from to one of them, and at no others. A request with
/// an offset or a limit is executed again where something changed that it is about.
///
/// The request needs sort descriptors. With sections, the first of them must bring the objects of a section
/// together. What is equal in order keeps the place that it got. The controller belongs to its context's queue.
open class NSFetchedResultsController<ResultType>: NSObject, ResultsFace {
  final let core: ResultsCore
  /// What is looked for; changes count from the next ``performFetch()`` on.
  public let fetchRequest: NSFetchRequest<ResultType>
  /// The results as an array of their type, as long as they do not change.
  private final var typed: (version: Int, objects: [ResultType])?

  /// Makes a controller, which has no results before ``performFetch()``.
  ///
  /// Nothing is kept between runs of the program, whatever the name of the cache.
  public init(
    fetchRequest: NSFetchRequest<ResultType>, managedObjectContext context: NSManagedObjectContext,
    sectionNameKeyPath: String?, cacheName name: String?
  ) {
    self.fetchRequest = fetchRequest
    core = ResultsCore(
      fetchRequest, fetchRequest.core, context, sectionPath: sectionNameKeyPath, cacheName: name)
    super.init()
    core.face = self
  }

  /// Makes another face of what a controller is inside.
  init(faceOf core: ResultsCore) {
    self.core = core
    fetchRequest = NSFetchRequest(core: core.requestCore)
    super.init()
  }

  /// Two faces of the same controller are equal.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? any ResultsFace)?.core === core
  }

  open override var hash: Int { ObjectIdentifier(core).hashValue }

  /// Where the objects live.
  public var managedObjectContext: NSManagedObjectContext { core.context }

  /// What sections are named by; nil where all results are one section.
  public var sectionNameKeyPath: String? { core.sectionPath }

  /// The name that was given for a cache, which makes no difference.
  public var cacheName: String? { core.cacheName }

  /// Who is told of changes; the results follow changes only while there is one.
  public weak var delegate: (any NSFetchedResultsControllerDelegate)? {
    get { core.delegate }
    set { core.delegate = newValue }
  }

  /// Looks for the objects, or throws why they cannot be found.
  open func performFetch() throws {
    try core.performFetch()
  }

  /// Does nothing, whatever the name, or nil for all: there are no caches to delete.
  ///
  /// Apple's framework keeps sections in files, which must be deleted before a request changes. Here the results
  /// always come from what the request says at ``performFetch()``.
  open class func deleteCache(withName name: String?) {}

  // MARK: Results

  /// The objects, in order; nil before ``performFetch()``.
  ///
  /// The first call after a change makes the array of all results.
  open var fetchedObjects: [ResultType]? {
    guard let sections = core.sections else { return nil }
    if let typed, typed.version == core.version { return typed.objects }
    let objects = sections.flatMap { Self.typed($0.members) }
    typed = (core.version, objects)
    return objects
  }

  private static func typed(_ members: [NSManagedObject]) -> [ResultType] {
    (members as? [ResultType]) ?? members.map(typed)
  }

  private static func typed(_ object: NSManagedObject) -> ResultType {
    if let typed = object as? ResultType { return typed }
    preconditionFailure(
      """
      the controller's request finds \(object.label), an object of class '\(type(of: object))', \
      not of '\(ResultType.self)'; name the class in the model, or bind it to the entity
      """)
  }

  /// The object at a section and row.
  open func object(at indexPath: IndexPath) -> ResultType {
    Self.typed(core.object(at: indexPath))
  }

  /// Where an object is; nil where it is not among the results.
  ///
  /// It is looked for in its section.
  open func indexPath(forObject object: ResultType) -> IndexPath? {
    (object as? NSManagedObject).flatMap(core.indexPath)
  }

  // MARK: Sections

  /// The sections, in order; nil before ``performFetch()``.
  open var sections: [any NSFetchedResultsSectionInfo]? { core.sections }

  /// What an index of the sections shows: the title of each, once for neighbours that share one.
  open var sectionIndexTitles: [String] { core.indexTitles }

  /// What an index of the sections calls one of them: what the delegate says, or its first letter as a capital.
  open func sectionIndexTitle(forSectionName sectionName: String) -> String? {
    core.isFace(self) ? core.defaultIndexTitle(of: sectionName) : core.indexTitle(of: sectionName)
  }

  /// The first section that a title of the index stands for.
  open func section(forSectionIndexTitle title: String, at sectionIndex: Int) -> Int {
    core.section(forIndexTitle: title)
  }
}

/// A controller, whatever the type of its results.
protocol ResultsFace: AnyObject {
  var core: ResultsCore { get }
  func sectionIndexTitle(forSectionName sectionName: String) -> String?
}
