import Predicates

extension ModelCheck {
  /// Checks what a derived attribute is computed from.
  func checkDerivation(of attribute: NSDerivedAttributeDescription) {
    let (subject, source) = (attribute.subject, attribute.source)
    guard attribute.derivationText != nil else {
      return findings.report(.missingDerivation(subject), at: source)
    }
    if !attribute.isOptional { findings.report(.requiredDerived(subject), at: source) }
    if let fault = attribute.derivation.fault {
      report(fault, in: "derivationExpression", of: subject, at: source)
    }
    guard let expression = attribute.derivationExpression else { return }
    guard Derivation(expression) != nil else {
      return reportUnsupported(attribute)
    }
    guard let entity = attribute.owner else { return }
    let check = PredicateCheck(entity, lookups: lookups)
    let value = check.meaning(of: expression)
    report(check.problems, in: "derivationExpression", of: subject, at: source)
    if value.isCollection { return reportUnsupported(attribute) }
    let kind = ValueKind(attribute)
    if !kind.canEqual(value.kind) {
      findings.report(
        .derivedOfOtherType(
          subject, type: attribute.attributeType.modelName ?? "", found: value.kind.noun),
        at: source)
    }
  }

  private func reportUnsupported(_ attribute: NSDerivedAttributeDescription) {
    var finding = Diagnostic.unsupportedDerivation(attribute.subject)
    if let source = attribute.source {
      finding.location = source.place(ofCharacter: 0, in: "derivationExpression")
      findings.markFaulty(source)
    }
    findings.add(finding, spoils: false)
  }
}
