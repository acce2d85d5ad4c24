/// What becomes of the elements inside one: which stay, which change, which go, which are added where.
struct ChildPlan {
  /// What becomes of an element.
  enum Fate {
    /// It is written as the model wants it.
    case wanted(WantedElement)
    /// The model does not know it: it keeps its bytes.
    case kept
    /// The model does not want it any more.
    case removed
  }

  /// What becomes of each child of the source.
  private(set) var fates: [Fate]
  /// New elements by the position of the child they follow; -1 for before all.
  private(set) var additions: [Int: [WantedElement]] = [:]
  /// Whether nothing is left inside, and something was.
  private(set) var leavesNothing = false

  /// Whether there are no new elements.
  var addsNothing: Bool {
    additions.isEmpty
  }

  /// Compares what is wanted with what there is.
  ///
  /// A new element follows the one that is wanted before it.
  init(_ element: WantedElement, over source: SourceElement) {
    fates = source.children.map { element.speaksFor.contains($0.name) ? .removed : .kept }
    var free: [ObjectIdentifier: Int] = [:]
    for (position, child) in source.children.enumerated() {
      free[ObjectIdentifier(child)] = position
    }
    var last = -1
    for wanted in element.children {
      if let origin = wanted.source,
        let position = free.removeValue(forKey: ObjectIdentifier(origin))
      {
        fates[position] = .wanted(wanted)
        last = position
      } else {
        additions[last, default: []].append(wanted)
      }
    }
    let isDeserted = fates.allSatisfy { if case .removed = $0 { true } else { false } }
    leavesNothing =
      isDeserted && !fates.isEmpty && additions.isEmpty
      && source.gaps.allSatisfy { source.text.bytes[$0].allSatisfy(ElementWriter.isBlank) }
  }
}
