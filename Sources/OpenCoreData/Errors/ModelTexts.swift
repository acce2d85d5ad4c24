import ManagedModel

/// The words that a model's localisation dictionary has for what messages name.
///
/// The keys are Apple's: `Entity/Movie`, `Property/title/Entity/Movie` or `Property/title`, and
/// `ErrorString/` followed by the text that is replaced. For the rules of the model editor the text is the number of the
/// error, as in `ErrorString/1570`; what stands there may have `%{PROPERTY}@`, `%{ENTITY}@` and `%{OBJECT}@`.
struct ModelTexts {
  private let texts: [String: String]

  init(_ entity: NSEntityDescription) {
    texts = entity.knownModel?.localizationDictionary ?? [:]
  }

  /// The name of an entity.
  func name(of entity: NSEntityDescription) -> String {
    let name = entity.name ?? ""
    return texts["Entity/\(name)"] ?? name
  }

  /// The name of a property, which an entity may have inherited.
  func name(ofProperty key: String, of entity: NSEntityDescription) -> String {
    var owner: NSEntityDescription? = entity
    while let next = owner {
      if let text = texts["Property/\(key)/Entity/\(next.name ?? "")"] { return text }
      owner = next.superentity
    }
    return texts["Property/\(key)"] ?? key
  }

  /// A text that the model's author wrote, or its translation.
  func errorString(_ text: String) -> String { texts["ErrorString/\(text)"] ?? text }

  /// What is said of a property of an object: `sentence`, which goes on behind both names, or the model's own words.
  func message(
    _ code: Int, _ object: NSManagedObject, _ key: String, _ sentence: String
  ) -> String {
    let property = name(ofProperty: key, of: object.entity)
    let entity = name(of: object.entity)
    let id = object.objectID.text
    guard let own = texts["ErrorString/\(code)"] else {
      return "'\(property)' of \(entity) '\(id)' \(errorString(sentence))"
    }
    return own.replacing("%{PROPERTY}@", with: property).replacing("%{ENTITY}@", with: entity)
      .replacing("%{OBJECT}@", with: id)
  }
}
