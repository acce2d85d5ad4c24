/// Writes the files of a class.
///
/// Every declaration is `nonisolated`, so that the files compile in targets whose default is the main
/// actor: an override there must not be isolated otherwise than what it overrides.
struct ClassRenderer {
  let description: ClassDescription
  let names: TypeNames

  /// The files: the class, where it is to be written, and its properties.
  var files: [GeneratedFile] {
    let properties = GeneratedFile(name: "\(name)+CoreDataProperties.swift", text: propertiesText)
    guard description.definesClass else { return [properties] }
    return [GeneratedFile(name: "\(name)+CoreDataClass.swift", text: classText), properties]
  }

  var name: String { description.name }
  var options: ClassOptions { description.options }
  /// The access level of members, with a space.
  var access: String { options.access.prefix }

  /// What a generated file begins with.
  static var head: SwiftText {
    var text = SwiftText()
    text.line(GeneratedFile.mark)
    text.line("// swift-format-ignore-file")
    text.line("// swiftlint:disable all")
    text.line()
    return text
  }

  private var classText: String {
    var text = Self.head
    // A derived class shows nothing of this library that its superclass does not show.
    text.line("\(description.isDerived ? "" : access)import \(options.module.rawValue)")
    text.line()
    writeClass(to: &text)
    return text.text
  }

  private var propertiesText: String {
    var text = Self.head
    writeImports(to: &text)
    writeProperties(to: &text)
    return text.text
  }

  /// Writes the imports.
  ///
  /// Foundation is none of them: this library shows all of it, and a public import that no public
  /// declaration used would draw a warning.
  private func writeImports(to text: inout SwiftText) {
    for module in [options.module.rawValue] + description.imports {
      text.line("\(access)import \(module)")
    }
    text.line()
  }

  /// Writes the class with the names of its properties.
  func writeClass(to text: inout SwiftText) {
    let superclass = description.superclass.text
    text.block("nonisolated \(access)class \(description.quotedName): \(superclass)") { text in
      guard !description.properties.isEmpty else { return }
      text.line()
      let (path, string) = (names.spelled("AnyKeyPath"), names.spelled("String"))
      text.block(
        "\(access)override class func managedName(of keyPath: \(path)) -> \(string)?"
      ) { text in
        text.line("switch keyPath {")
        for property in description.properties {
          let path = "\\\(description.quotedName).\(property.quotedName)"
          text.line("case \(path): return \"\(property.name)\"")
        }
        text.line("default: return super.managedName(of: keyPath)")
        text.line("}")
      }
      text.line()
    }
  }

  /// Writes all that stands in extensions.
  func writeProperties(to text: inout SwiftText) {
    writeExtension(to: &text)
    for property in description.properties {
      if case .toMany(let destination, let isOrdered) = property.kind {
        text.line()
        writeMethods(for: property, destination, isOrdered: isOrdered, to: &text)
      }
    }
    if options.hasKeys { writeKeys(to: &text) }
    if isIdentifiable {
      text.line()
      text.line(
        "nonisolated extension \(description.quotedName): \(names.spelled("Identifiable")) {}")
    }
    if options.hasSnapshots { writeSnapshot(to: &text) }
    writeTokens(to: &text)
  }

  /// Whether the class gets Swift's protocol: a derived one has it, and another type of `id` may not do.
  private var isIdentifiable: Bool {
    guard !description.isDerived else { return false }
    guard let id = description.properties.first(where: { $0.name == "id" }) else { return true }
    return id.snapshotType != nil || id.type.name == names.spelled("NSObject")
  }

  private func writeExtension(to text: inout SwiftText) {
    text.block("nonisolated extension \(description.quotedName)") { text in
      text.line()
      let request = "\(names.spelled("NSFetchRequest"))<\(description.quotedName)>"
      text.block("@nonobjc \(access)class func fetchRequest() -> \(request)") { text in
        text.line("return \(request)(entityName: \"\(description.entity)\")")
      }
      for property in description.properties {
        text.line()
        writeProperty(property, to: &text)
      }
      text.line()
    }
  }

  /// The token of a property.
  func token(_ property: PropertyAccessor) -> String {
    "\(description.tokens).\(property.quotedName)"
  }

  private func writeProperty(_ property: PropertyAccessor, to text: inout SwiftText) {
    let token = token(property)
    text.block("\(access)var \(property.quotedName): \(property.type.text)") { text in
      switch property.kind {
      case .fetched:
        text.line("managed(\(token))")
      case .timeInterval:
        let date = names.spelled("Date")
        text.line(
          "get { (managed(\(token)) as \(date)?)?.timeIntervalSinceReferenceDate ?? 0 }")
        text.line("set { setManaged(\(date)(timeIntervalSinceReferenceDate: newValue), \(token)) }")
      case .transformable:
        text.line("get { managedAnything(\(token)) }")
        text.line("set { setManagedAnything(newValue, \(token)) }")
      default:
        text.line("get { managed(\(token)) }")
        text.line("set { setManaged(newValue, \(token)) }")
      }
    }
  }

  /// Writes the tokens: with one an object finds the place of a value without looking up its name.
  private func writeTokens(to text: inout SwiftText) {
    let inherited = options.hasSnapshots ? description.inherited.filter(isInSnapshot) : []
    let properties = inherited + description.properties
    guard !properties.isEmpty else { return }
    let key = names.spelled("ManagedKey")
    text.line()
    text.block("nonisolated private enum \(description.tokens)") { text in
      for property in properties {
        text.line("static let \(property.quotedName) = \(key)(\"\(property.name)\")")
      }
    }
  }

  private func writeKeys(to text: inout SwiftText) {
    text.line()
    text.line("// MARK: Names of the properties")
    text.block("nonisolated extension \(description.quotedName)") { text in
      text.line()
      text.block("\(access)enum Keys") { text in
        for property in description.inherited + description.properties {
          text.line("\(access)static let \(property.quotedName) = \"\(property.name)\"")
        }
      }
      text.line()
    }
  }
}
