import Predicates

extension PredicateCheck {
  /// Checks a sort descriptor.
  func check(_ descriptor: NSSortDescriptor) {
    guard let key = descriptor.key else { return }
    let value = meaning(of: PropertyPath(key), from: root)
    if value.isCollection { return report(.sortedBySeveral(value)) }
    switch descriptor.comparison {
    case .block: break
    case .compare:
      if case .object = value.kind {
        report(.sortedByObject(value))
      } else if let reason = value.kind.orderlessness {
        report(.sortedByOrderless(value, reason))
      }
    case .caseInsensitive, .localized, .localizedCaseInsensitive, .localizedStandard:
      if !value.kind.isOpen, value.kind != .text {
        report(.sortedAsText(value, descriptor.comparison.rawValue))
      }
    }
  }
}
