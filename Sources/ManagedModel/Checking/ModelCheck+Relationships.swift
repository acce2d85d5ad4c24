extension ModelCheck {
  /// Checks that a relationship leads somewhere and back, and that its rules can be kept.
  func check(_ relationship: NSRelationshipDescription) {
    checkCounts(of: relationship)
    guard let destination = relationship.destinationEntity else {
      // A file whose relationship names none, or an unknown one, was told so already.
      if relationship.source == nil {
        findings.report(.missingDestination(relationship.subject))
      }
      return
    }
    guard members.contains(ObjectIdentifier(destination)) else {
      return findings.report(
        .foreignDestination(destination.name ?? "", of: relationship.subject),
        at: relationship.source)
    }
    checkInverse(of: relationship, destination: destination.name ?? "")
  }

  private func checkCounts(of relationship: NSRelationshipDescription) {
    let (minimum, maximum) = (relationship.minCount, relationship.maxCount)
    // Xcode 4 wrote a minimum of one on optional to-one relationships too: optional wins.
    if maximum > 1, minimum > maximum {
      findings.report(
        .crossedCounts(relationship.subject, minimum: minimum, maximum: maximum),
        at: relationship.source)
    }
    if !relationship.isToMany, relationship.isOrdered {
      findings.report(.orderedToOne(relationship.subject), at: relationship.source)
    }
  }

  private func checkInverse(of relationship: NSRelationshipDescription, destination: String) {
    let (subject, source) = (relationship.subject, relationship.source)
    guard let inverse = relationship.inverseRelationship else {
      // A file whose relationship names an inverse that does not exist was told so already.
      if source?["inverseName"] == nil, source?["inverseEntity"] == nil {
        findings.report(.missingInverse(subject, destination: destination), at: source)
      }
      return
    }
    guard inverse.inverseRelationship === relationship else {
      // An inverse whose own inverse was not found was reported as that.
      if inverse.inverseRelationship == nil, inverse.source?["inverseName"] != nil { return }
      return findings.report(
        .inverseNotMutual(
          Self.name(of: inverse), of: subject,
          actual: inverse.inverseRelationship.map(Self.name)),
        at: source)
    }
    if relationship.deleteRule == .nullifyDeleteRule, !inverse.isToMany, !inverse.isOptional {
      findings.report(
        .emptiesRequired(subject, destination: destination, inverse: inverse.name), at: source)
    }
  }

  private static func name(of relationship: NSRelationshipDescription) -> String {
    "'\(relationship.name)' of '\(relationship.owner?.name ?? "")'"
  }
}
