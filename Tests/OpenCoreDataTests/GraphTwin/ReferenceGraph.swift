/// A company in plain dictionaries: what a context must agree with.
///
/// Relationships are kept as pairs on one side only, so there is nothing that could disagree with itself.
struct ReferenceGraph: Equatable {
  /// Names by number; numbers are given once.
  var departments: [Int: String] = [:]
  var employees: [Int: String] = [:]
  var tags: [Int: String] = [:]
  var steps: [Int: String] = [:]
  /// Employee to department.
  var workplace: [Int: Int] = [:]
  /// Employee and tag.
  var tagged: Set<Pair> = []
  /// Employee to steps, in order.
  var walks: [Int: [Int]] = [:]
  /// Unordered pairs of employees; a pair of one is a friend of its own.
  var friends: Set<Pair> = []
  /// Both directions of each pair of partners.
  var partner: [Int: Int] = [:]

  /// All objects.
  var names: [Int: String] {
    [departments, employees, tags, steps].reduce(into: [:]) { all, some in
      all.merge(some) { name, _ in name }
    }
  }

  struct Pair: Hashable {
    var one: Int
    var other: Int
    init(_ one: Int, _ other: Int) { (self.one, self.other) = (one, other) }
    static func unordered(_ one: Int, _ other: Int) -> Pair {
      Pair(min(one, other), max(one, other))
    }
  }

  mutating func setPartner(_ one: Int, _ other: Int?) {
    if let old = partner.removeValue(forKey: one), old != one { partner[old] = nil }
    guard let other else { return }
    if let old = partner.removeValue(forKey: other), old != other { partner[old] = nil }
    partner[one] = other
    partner[other] = one
  }

  mutating func setSteps(_ employee: Int, _ list: [Int]) {
    for step in list { removeStep(step) }
    walks[employee] = list
  }

  mutating func setWalker(_ step: Int, _ employee: Int?) {
    if let employee, walks[employee, default: []].contains(step) { return }
    removeStep(step)
    if let employee { walks[employee, default: []].append(step) }
  }

  private mutating func removeStep(_ step: Int) {
    for owner in walks.keys { walks[owner]?.removeAll { $0 == step } }
  }

  func friends(of employee: Int) -> Set<Int> {
    Set(
      friends.compactMap { pair in
        if pair.one == employee { return pair.other }
        return pair.other == employee ? pair.one : nil
      })
  }

  // MARK: Deletion: nullify everywhere, but steps go with their employee

  mutating func deleteDepartment(_ number: Int) {
    departments[number] = nil
    workplace = workplace.filter { $0.value != number }
  }

  mutating func deleteTag(_ number: Int) {
    tags[number] = nil
    tagged = tagged.filter { $0.other != number }
  }

  mutating func deleteStep(_ number: Int) {
    steps[number] = nil
    removeStep(number)
  }

  mutating func deleteEmployee(_ number: Int) {
    for step in walks.removeValue(forKey: number) ?? [] { steps[step] = nil }
    employees[number] = nil
    workplace[number] = nil
    tagged = tagged.filter { $0.one != number }
    friends = friends.filter { $0.one != number && $0.other != number }
    setPartner(number, nil)
  }

  /// What one graph has and the other has not, for whoever looks for a fault.
  func differences(from other: ReferenceGraph) -> [String] {
    let (mine, others) = (parts, other.parts)
    return mine.subtracting(others).sorted().map { "+ \($0)" }
      + others.subtracting(mine).sorted().map { "- \($0)" }
  }

  private var parts: Set<String> {
    var parts = Set(names.map { "\($0.key) is \($0.value)" })
    parts.formUnion(workplace.map { "\($0.key) works in \($0.value)" })
    parts.formUnion(tagged.map { "\($0.one) has tag \($0.other)" })
    parts.formUnion(walks.filter { !$0.value.isEmpty }.map { "\($0.key) walks \($0.value)" })
    parts.formUnion(friends.map { "\($0.one) and \($0.other) are friends" })
    parts.formUnion(partner.map { "\($0.key) has partner \($0.value)" })
    return parts
  }

  static func == (one: ReferenceGraph, other: ReferenceGraph) -> Bool {
    one.departments == other.departments && one.employees == other.employees
      && one.tags == other.tags && one.steps == other.steps && one.workplace == other.workplace
      && one.tagged == other.tagged && one.friends == other.friends && one.partner == other.partner
      && one.walks.filter { !$0.value.isEmpty } == other.walks.filter { !$0.value.isEmpty }
  }
}
