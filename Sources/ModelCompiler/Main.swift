import Foundation
import ManagedModel

/// Does what the plugin asks for; what is found goes to standard error, where the build system shows it.
@main
struct Main {
  static func main() {
    var diagnostics: [Diagnostic] = []
    do throws(Diagnostic) {
      let compilation = Compilation(try Invocation(Array(CommandLine.arguments.dropFirst())))
      diagnostics = compilation.diagnostics
      if !compilation.hasErrors { try compilation.write() }
    } catch {
      diagnostics.append(error)
    }
    let text = diagnostics.map { "\($0)\n" }.joined()
    FileHandle.standardError.write(Data(text.utf8))
    exit(diagnostics.contains { $0.severity == .error } ? 1 : 0)
  }
}
