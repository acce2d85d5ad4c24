import Foundation
import ManagedModel
import Testing

/// Models made in code.
@Suite("Building models in code")
struct BuildingTests {
  private static func attribute(
    _ name: String, _ type: NSAttributeType, default value: Any? = nil
  ) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    attribute.defaultValue = value
    return attribute
  }

  private static func entity(
    _ name: String, _ properties: [NSPropertyDescription] = []
  ) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.properties = properties
    return entity
  }

  /// Departments and their employees, as Core Data code would build them.
  static func company() -> NSManagedObjectModel {
    let department = entity("Department", [attribute("name", .stringAttributeType)])
    let employee = entity("Employee", [attribute("salary", .integer32AttributeType, default: 100)])
    let manager = entity("Manager", [attribute("level", .integer16AttributeType, default: 1)])
    employee.subentities = [manager]
    let employees = NSRelationshipDescription()
    employees.name = "employees"
    employees.destinationEntity = employee
    employees.deleteRule = .denyDeleteRule
    let home = NSRelationshipDescription()
    home.name = "department"
    home.destinationEntity = department
    home.maxCount = 1
    home.inverseRelationship = employees
    employees.inverseRelationship = home
    department.properties.append(employees)
    employee.properties.append(home)
    department.uniquenessConstraints = [["name"]]
    let model = NSManagedObjectModel()
    model.entities = [department, employee]
    return model
  }

  @Test("properties are optional, entities are of class NSManagedObject, relationships are to-many")
  func defaults() {
    let attribute = NSAttributeDescription()
    #expect(attribute.isOptional && !attribute.isTransient && attribute.userInfo == nil)
    #expect(attribute.attributeType == .undefinedAttributeType && attribute.defaultValue == nil)
    let entity = NSEntityDescription()
    #expect(entity.managedObjectClassName == "NSManagedObject" && entity.name == nil)
    #expect(entity.uniquenessConstraints.isEmpty)
    let relationship = NSRelationshipDescription()
    #expect(relationship.isToMany && relationship.deleteRule == .nullifyDeleteRule)
    relationship.maxCount = 1
    relationship.minCount = 1
    #expect(!relationship.isToMany)
  }

  @Test("a model takes in subentities that were not listed, and has no problems")
  func company() throws {
    let model = Self.company()
    #expect(model.entities.map(\.name) == ["Department", "Employee", "Manager"])
    #expect(model.problems().isEmpty)
    let manager = try #require(model.entitiesByName["Manager"])
    #expect(manager.properties.map(\.name) == ["salary", "department", "level"])
    #expect(manager.propertiesByName["salary"]?.entity === model.entitiesByName["Employee"])
  }

  @Test("setting the properties of a subentity leaves inherited ones where they are")
  func inheritedProperties() throws {
    let model = Self.company()
    let manager = try #require(model.entitiesByName["Manager"])
    manager.properties.append(Self.attribute("bonus", .doubleAttributeType))
    #expect(manager.ownProperties.map(\.name) == ["level", "bonus"])
    #expect(model.entitiesByName["Employee"]?.ownProperties.count == 2)
  }

  @Test("a model built in code is written as Xcode writes it, and read back the same")
  func written() throws {
    let model = Self.company()
    let data = try model.xmlData()
    #expect(
      String(decoding: data, as: UTF8.self)
        == Sample.model(
          """
          <entity name="Department" syncable="YES">
              <attribute name="name" optional="YES" attributeType="String"/>
              <relationship name="employees" optional="YES" toMany="YES" deletionRule="Deny" \
          destinationEntity="Employee" inverseName="department" inverseEntity="Employee"/>
              <uniquenessConstraints>
                  <uniquenessConstraint>
                      <constraint value="name"/>
                  </uniquenessConstraint>
              </uniquenessConstraints>
          </entity>
          <entity name="Employee" syncable="YES">
              <attribute name="salary" optional="YES" attributeType="Integer 32" \
          defaultValueString="100" usesScalarValueType="YES"/>
              <relationship name="department" optional="YES" maxCount="1" deletionRule="Nullify" \
          destinationEntity="Department" inverseName="employees" inverseEntity="Department"/>
          </entity>
          <entity name="Manager" parentEntity="Employee" syncable="YES">
              <attribute name="level" optional="YES" attributeType="Integer 16" \
          defaultValueString="1" usesScalarValueType="YES"/>
          </entity>
          """))
    let (read, diagnostics) = NSManagedObjectModel.load(xml: data)
    #expect(diagnostics.isEmpty)
    #expect(read?.versionChecksum == model.versionChecksum)
  }

  @Test("every kind of part can be built and comes back")
  func everything() throws {
    let point = NSCompositeAttributeDescription()
    point.name = "point"
    point.elements = [
      Self.attribute("x", .doubleAttributeType, default: 0),
      Self.attribute("y", .floatAttributeType, default: 1.5),
    ]
    let other = NSCompositeAttributeDescription()
    other.name = "other"
    other.elements = point.elements
    let derived = NSDerivedAttributeDescription()
    derived.name = "upper"
    derived.attributeType = .stringAttributeType
    derived.derivationText = "uppercase:(name)"
    let name = Self.attribute("name", .stringAttributeType, default: "n")
    name.limits.maximumLength = 9
    name.limits.pattern = "[a-z]+"
    name.userInfo = ["b": "2", "a": "1"]
    let date = Self.attribute(
      "date", .dateAttributeType, default: Date(timeIntervalSinceReferenceDate: 0.5))
    date.limits.latest = Date(timeIntervalSinceReferenceDate: 100)
    let fetched = NSFetchedPropertyDescription()
    fetched.name = "same"
    fetched.fetchRequest = NSFetchRequest(entityName: "A")
    let entity = Self.entity(
      "A",
      [
        point, other, derived, name, date, fetched,
        Self.attribute("amount", .decimalAttributeType, default: 0),
        Self.attribute("flag", .booleanAttributeType, default: true),
        Self.attribute("uri", .URIAttributeType, default: URL(string: "a:b")),
      ])
    entity.indexes = [
      NSFetchIndexDescription(
        name: "i", elements: [.init(property: name, collationType: .binary)])
    ]
    entity.isAbstract = true
    entity.renamingIdentifier = "Old"
    let model = NSManagedObjectModel()
    model.entities = [entity]
    model.setEntities([entity], forConfigurationName: "C")
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "A")
    request.returnsObjectsAsFaults = false
    model.setFetchRequestTemplate(request, forName: "q")
    #expect(model.problems().isEmpty)

    let data = try model.xmlData()
    let (read, diagnostics) = NSManagedObjectModel.load(xml: data)
    #expect(diagnostics.isEmpty)
    let again = try #require(read)
    #expect(try again.xmlData() == data)
    #expect(again.versionChecksum == model.versionChecksum)
    let attributes = try #require(again.entitiesByName["A"]).attributesByName
    #expect(attributes["date"]?.defaultValue as? Date == date.defaultValue as? Date)
    #expect(attributes["amount"]?.defaultValue as? Decimal == 0)
    #expect(attributes["flag"]?.defaultValue as? Bool == true)
    #expect((attributes["point"] as? NSCompositeAttributeDescription)?.elements.count == 2)
    #expect(again.fetchRequestTemplate(forName: "q")?.returnsObjectsAsFaults == false)
    #expect(again.fetchRequestTemplatesByName.keys.sorted() == ["q"])
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.components(separatedBy: "<composite ").count == 2)
  }

  @Test("defaults take the form of the type, whichever form they are given in")
  func normalizedDefaults() {
    let attribute = NSAttributeDescription()
    attribute.defaultValue = 7
    #expect(attribute.defaultValue as? Int == 7)
    let forms: [(NSAttributeType, any Hashable)] = [
      (.integer16AttributeType, Int16(7)), (.integer32AttributeType, Int32(7)),
      (.integer64AttributeType, Int64(7)), (.doubleAttributeType, 7.0),
      (.floatAttributeType, Float(7)), (.decimalAttributeType, Decimal(7)),
    ]
    for (type, form) in forms {
      attribute.attributeType = type
      for given in [7, Int8(7), 7.0, NSNumber(value: 7), Decimal(7), UInt64(7)] as [Any] {
        attribute.defaultValue = given
        #expect(attribute.plainDefault as? AnyHashable == AnyHashable(form), "\(type) \(given)")
        #expect(attribute.defaultValue as? Int == 7 && attribute.defaultValue as? Double == 7)
      }
    }
  }

  @Test("a type has the same meaning under its old and its new name")
  func types() {
    let attribute = NSAttributeDescription()
    for type in NSAttributeDescription.AttributeType.allCases {
      attribute.type = type
      #expect(attribute.type == type && attribute.attributeType == type.rawValue)
    }
    #expect(NSAttributeDescription.AttributeType.allCases.count == NSAttributeType.allCases.count)
    #expect(NSAttributeType.UUIDAttributeType.rawValue == 1100)
  }

  @Test("an entity that leaves its model leaves the configurations too")
  func leaving() throws {
    let model = Self.company()
    model.setEntities(model.entities, forConfigurationName: "All")
    let department = try #require(model.entitiesByName["Department"])
    model.entities = [department]
    #expect(model.entities(forConfigurationName: "All") == [department])
    #expect(department.owner === model)
  }

  @Test("what a model built in code gets wrong is found")
  func problems() throws {
    let model = Self.company()
    let department = try #require(model.entitiesByName["Department"])
    let employee = try #require(model.entitiesByName["Employee"])
    let lost = NSRelationshipDescription()
    lost.name = "lost"
    let foreign = NSRelationshipDescription()
    foreign.name = "foreign"
    let stranger = Self.entity("Stranger")
    foreign.destinationEntity = stranger
    employee.properties += [
      lost, foreign, Self.attribute("wrong", .integer16AttributeType, default: "x"),
    ]
    department.relationshipsByName["employees"]?.inverseRelationship = nil
    department.uniquenessConstraints = [["nmae"]]
    let fetched = NSFetchedPropertyDescription()
    fetched.name = "fetched"
    fetched.fetchRequest = NSFetchRequest()
    department.properties.append(fetched)
    #expect(
      model.problems().map(\.description) == [
        """
        warning: relationship 'employees' of 'Department' has no inverse: nothing keeps it right when \
        its 'Employee' is deleted; add a relationship that leads back, and name it as the inverse
        """,
        "error: fetched property 'fetched' of 'Department' asks for '', which is not an entity",
        """
        error: a uniqueness constraint of 'Department' names 'nmae', which it does not have; did you \
        mean 'name'?
        """,
        """
        error: relationship 'department' of 'Employee' names the inverse 'employees' of 'Department', \
        which has no inverse; two inverses must name each other
        """,
        "error: relationship 'lost' of 'Employee' leads nowhere; add 'destinationEntity'",
        """
        error: relationship 'foreign' of 'Employee' leads to 'Stranger', which is not an entity of its \
        model
        """,
        "error: attribute 'wrong' of 'Employee' has a default that is not of its type Integer 16",
      ])
  }

  @Test("copied entities lead to those of the model they are added to")
  func copies() throws {
    let original = Self.company()
    let copies = original.entities.compactMap { $0.copy() as? NSEntityDescription }
    let model = NSManagedObjectModel()
    model.entities = copies
    let employee = try #require(model.entitiesByName["Employee"])
    #expect(employee.relationshipsByName["department"]?.destinationEntity === copies[0])
    #expect(
      employee.relationshipsByName["department"]?.inverseRelationship
        === copies[0].relationshipsByName["employees"])
    #expect(model.entitiesByName["Manager"]?.superentity === employee)
    #expect(employee.subentities == [copies[2]])
    #expect(model.problems().isEmpty && original.problems().isEmpty)
    #expect(model.versionChecksum == original.versionChecksum)
  }

  @Test("a fetch request of any result type compiles and keeps what it is told")
  func requests() {
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "A")
    request.fetchLimit = 3
    request.propertiesToFetch = ["x"]
    request.resultType = .dictionaryResultType
    let copy = request.copy() as? NSFetchRequest<any NSFetchRequestResult>
    copy?.fetchLimit = 4
    #expect(request.fetchLimit == 3 && copy?.fetchLimit == 4)
    #expect(copy?.entityName == "A" && copy?.resultType == .dictionaryResultType)
    #expect(request.requestType == .fetchRequestType && request.fetchCore === request.core)
    let counts = NSFetchRequest<NSNumber>()
    #expect(
      counts.entityName == nil && counts.includesSubentities && !counts.returnsDistinctResults)
    counts.entity = Self.entity("B")
    #expect(counts.entityName == "B")
  }
}
