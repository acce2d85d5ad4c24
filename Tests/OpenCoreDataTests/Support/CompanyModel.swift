import Foundation
import ManagedModel
import OpenCoreData

/// The model of the behaviour cases: departments, employees, tags, steps, lockers; built in code.
func companyModel(_ change: ([String: NSEntityDescription]) -> Void = { _ in })
  -> NSManagedObjectModel
{
  let department = entity("Department")
  let employee = entity("Employee")
  let manager = entity("Manager")
  let tag = entity("Tag")
  let step = entity("Step")
  let locker = entity("Locker")

  let name = attribute("name", .stringAttributeType, isOptional: false)
  name.limits.minimumLength = 2
  name.limits.maximumLength = 10
  let salary = attribute("salary", .integer32AttributeType, default: 100)
  salary.limits.minimum = 0
  salary.limits.maximum = 1_000_000
  let notes = attribute("notes", .stringAttributeType)
  notes.isTransient = true
  let workplace = relationship("department", to: department)
  let staff = relationship("employees", to: employee, isToMany: true, inverse: workplace)
  let tags = relationship("tags", to: tag, isToMany: true)
  let bearers = relationship("employees", to: employee, isToMany: true, inverse: tags)
  let steps = relationship("steps", to: step, isToMany: true, rule: .cascadeDeleteRule)
  steps.isOrdered = true
  let walker = relationship("employee", to: employee, inverse: steps)
  let owned = relationship("locker", to: locker)
  let owner = relationship("owner", to: employee, inverse: owned)
  let friends = relationship("friends", to: employee, isToMany: true)
  friends.inverseRelationship = friends
  let partner = relationship("partner", to: employee)
  partner.inverseRelationship = partner

  department.properties = [
    attribute("name", .stringAttributeType, isOptional: false),
    attribute("code", .stringAttributeType), staff,
  ]
  department.uniquenessConstraints = [["code"]]
  employee.properties = [
    name, salary, attribute("hired", .dateAttributeType), attribute("nick", .stringAttributeType),
    attribute("small", .integer16AttributeType), attribute("ratio", .doubleAttributeType), notes,
    workplace, tags, steps, owned, friends, partner,
  ]
  manager.properties = [attribute("level", .integer16AttributeType, default: 1)]
  employee.subentities = [manager]
  tag.properties = [attribute("name", .stringAttributeType), bearers]
  step.properties = [attribute("text", .stringAttributeType), walker]
  locker.properties = [attribute("no", .integer64AttributeType), owner]
  let all = [department, employee, manager, tag, step, locker]
  change(Dictionary(uniqueKeysWithValues: all.map { ($0.name ?? "", $0) }))
  let model = NSManagedObjectModel()
  model.entities = all
  return model
}

func entity(_ name: String) -> NSEntityDescription {
  let entity = NSEntityDescription()
  entity.name = name
  return entity
}

func attribute(
  _ name: String, _ type: NSAttributeType, isOptional: Bool = true, default value: Any? = nil
) -> NSAttributeDescription {
  let attribute = NSAttributeDescription()
  attribute.name = name
  attribute.attributeType = type
  attribute.isOptional = isOptional
  attribute.defaultValue = value
  return attribute
}

func relationship(
  _ name: String, to destination: NSEntityDescription, isToMany: Bool = false,
  rule: NSDeleteRule = .nullifyDeleteRule, inverse: NSRelationshipDescription? = nil
) -> NSRelationshipDescription {
  let relationship = NSRelationshipDescription()
  relationship.name = name
  relationship.destinationEntity = destination
  relationship.maxCount = isToMany ? 0 : 1
  relationship.deleteRule = rule
  if let inverse {
    relationship.inverseRelationship = inverse
    inverse.inverseRelationship = relationship
  }
  return relationship
}
