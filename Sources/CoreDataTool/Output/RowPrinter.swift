import Foundation
import OpenCoreData

/// How the rows of a query are printed.
enum RowForm: String, CaseIterable {
  case table, json, csv, tsv
}

/// Prints objects as rows; all forms but the table are printed row by row.
struct RowPrinter {
  private let form: RowForm
  private let columns: [Column]

  init(form: RowForm, _ columns: [Column]) {
    self.form = form
    self.columns = columns
  }

  func print(_ objects: [NSManagedObject]) {
    switch form {
    case .table: printTable(objects)
    case .json: printJSON(objects)
    case .csv: printLines(objects, SeparatedText.csv)
    case .tsv: printLines(objects, SeparatedText.tsv)
    }
  }

  private func printTable(_ objects: [NSManagedObject]) {
    let table = TextTable(
      header: columns.map(\.path),
      rows: objects.map { object in columns.map { $0.value(of: object).cell } },
      flushRight: Set(columns.indices.filter { columns[$0].isNumber }))
    var lines = Lines()
    table.forEachLine { lines.append($0) }
  }

  private func printJSON(_ objects: [NSManagedObject]) {
    var lines = Lines()
    lines.append("[")
    for (index, object) in objects.enumerated() {
      let row = JSONText.object(columns.map { ($0.path, $0.value(of: object).json) })
      lines.append("  " + row.text + (index == objects.count - 1 ? "" : ","))
    }
    lines.append("]")
  }

  private func printLines(_ objects: [NSManagedObject], _ line: ([String]) -> String) {
    var lines = Lines()
    lines.append(line(columns.map(\.path)))
    for object in objects { lines.append(line(columns.map { $0.value(of: object).cell })) }
  }
}
