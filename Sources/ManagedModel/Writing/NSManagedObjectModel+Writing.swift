public import Foundation

extension NSManagedObjectModel {
  /// The model as the XML that Xcode keeps it in.
  ///
  /// A model that was read and not changed gives the bytes it was read from; one that was changed gives
  /// them with the changes. (A document in another encoding becomes UTF-8.) What was built in code is
  /// written as Xcode writes it. Throws a ``ModelError`` for what XML cannot hold.
  ///
  /// Not in Apple's framework.
  public func xmlData() throws -> Data {
    var writer = ElementWriter(like: source?.text)
    let element = WantedModel(self).element
    if let source {
      writer.copy(source.text.bytes[..<source.startTag.lowerBound])
      writer.write(element)
      writer.copy(source.text.bytes[source.endTag.upperBound...])
    } else {
      writer.copy(XMLText.declaration.utf8)
      writer.write(element)
    }
    let problems = writer.problems + unwritableParts
    guard problems.isEmpty else { throw ModelError(diagnostics: problems) }
    return Data(writer.bytes)
  }

  /// Writes the model: into an `.xcdatamodel` bundle, into the current version of an `.xcdatamodeld`
  /// bundle, either of which is made where there is none, or, under any other name, as a file.
  ///
  /// Not in Apple's framework.
  public func write(to url: URL) throws {
    let data = try xmlData()
    switch url.pathExtension {
    case ModelBundle.bundleEnding:
      let name = url.deletingPathExtension().lastPathComponent
      let version =
        ModelBundle(at: url).current?.url
        ?? url.appendingPathComponent("\(name).\(ModelBundle.versionEnding)")
      try Self.write(data, intoVersion: version)
    case ModelBundle.versionEnding: try Self.write(data, intoVersion: url)
    default: try data.write(to: url, options: .atomic)
    }
  }

  private static func write(_ data: Data, intoVersion url: URL) throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    try data.write(to: url.appendingPathComponent("contents"), options: .atomic)
  }

  /// What code can put into a model and its file cannot say.
  private var unwritableParts: [Diagnostic] {
    let properties = ownEntities.flatMap(\.ownProperties)
    let notes =
      ownEntities.map { ($0.subject, $0.userInfo) } + properties.map { ($0.subject, $0.userInfo) }
    let strange = notes.filter { _, info in
      info?.contains { !($0.key.base is String) || !($0.value is String) } ?? false
    }
    let objectIDs = properties.filter {
      ($0 as? NSAttributeDescription)?.attributeType == .objectIDAttributeType
    }
    return strange.map { Diagnostic.unwritableUserInfo($0.0) }
      + objectIDs.map { Diagnostic.unwritableType($0.subject) }
      + unwritableConditions
  }

  /// Predicates and expressions that no text says.
  private var unwritableConditions: [Diagnostic] {
    let properties = ownEntities.flatMap(\.ownProperties)
    let indexes = ownEntities.flatMap(\.indexes)
    let requests =
      ownTemplates.map { ($0.core.subject, $0.core) }
      + properties.compactMap { property in
        (property as? NSFetchedPropertyDescription)?.fetchRequest.map {
          (property.subject, $0.core)
        }
      }
    let predicates =
      requests.map { ($0.0, $0.1.condition) } + indexes.map { ($0.subject, $0.condition) }
    let expressions =
      properties.compactMap { ($0 as? NSDerivedAttributeDescription) }
      .map { ($0.subject, $0.derivation) }
      + indexes.flatMap(\.elements).map { ($0.subject, $0.computation) }
      + ownEntities.map { ($0.subject, $0.spotlightDisplayName) }
    return predicates.filter { !$0.1.isWritable }.map { Diagnostic.unwritablePredicate($0.0) }
      + expressions.filter { !$0.1.isWritable }.map { Diagnostic.unwritableExpression($0.0) }
      + properties.filter { !$0.ownValidation.isEmpty }
      .map { Diagnostic.unwritableValidation($0.subject) }
  }
}
