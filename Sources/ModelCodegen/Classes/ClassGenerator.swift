package import Foundation
package import ManagedModel

/// Writes the classes of a model's entities, as Xcode names them.
///
///     model ─ClassDescriber→ class descriptions ─ClassRenderer→ files
package struct ClassGenerator {
  /// What was generated, and what could not be.
  package struct Result: Sendable {
    /// The files in the order of their names: the class and its properties, for each entity.
    package var files: [GeneratedFile]
    /// All classes in one file.
    package var text = ""
    /// The names of the classes that it defines, or extends.
    package var classNames: [String] = []
    /// The entities that have a class of their own, whoever writes it.
    package var entities: [EntityMembers] = []
    /// What is wrong, with places in the model's file.
    package var diagnostics: [Diagnostic]

    /// Whether one of the findings is an error.
    package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
  }

  /// How the classes look.
  package var options: ClassOptions

  /// Makes a generator.
  package init(_ options: ClassOptions = ClassOptions()) {
    self.options = options
  }

  /// Generates the classes of a model's entities.
  package func generate(_ model: NSManagedObjectModel) -> Result {
    var describer = ClassDescriber(model, options: options)
    let renderers = describer.describe().map { description in
      let names = TypeNames(hidden: describer.ownNames, module: description.options.module)
      return ClassRenderer(description: description, names: names)
    }
    return Result(
      files: renderers.flatMap(\.files), text: ModelRenderer(classes: renderers).text,
      classNames: renderers.map(\.name),
      entities: EntityMembers.all(of: model, module: options.ownModule ?? ""),
      diagnostics: describer.diagnostics)
  }

  /// Reads a model, and generates the classes of its entities unless it has errors.
  package func generate(modelAt url: URL) -> Result {
    generate(ModelReader.read(contentsOf: url))
  }

  /// Reads a model's XML, whose file findings name as the caller does, and generates the classes.
  package func generate(xml data: Data, file: String? = nil) -> Result {
    generate(ModelReader.read(data, file: file))
  }

  private func generate(_ reading: ModelReading) -> Result {
    guard let model = reading.model else {
      return Result(files: [], diagnostics: reading.diagnostics)
    }
    var result = generate(model)
    result.diagnostics = reading.diagnostics + result.diagnostics
    return result
  }
}
