import Foundation
import OpenCoreData

/// The operations of Benchmarks/README.md on workload W(n), each as a program would do it.
@main
struct Bench {
  static func main() {
    var arguments = CommandLine.arguments.dropFirst()
    var repetitions = 1
    if arguments.first == "--repeat" {
      repetitions = arguments.dropFirst().first.flatMap { Int($0) } ?? 1
      arguments = arguments.dropFirst(2)
    }
    guard let name = arguments.first else { fail("usage: bench [--repeat N] OPERATION ...", 2) }
    guard let operation = Operation.all[name] else { fail("unknown operation '\(name)'", 2) }
    let paths = arguments.dropFirst().map { URL(fileURLWithPath: $0) }
    guard paths.count == operation.pathCount else {
      fail("'\(name)' takes \(operation.pathCount) paths", 2)
    }
    do {
      try report(name, operation.run(paths, repetitions))
    } catch {
      fail("\(name): \(error)", 1)
    }
  }

  private static func report(_ name: String, _ result: Result) {
    let end = result.end ?? Usage.now
    var fields = [name, "cpu=\(end.seconds)", "peakMB=\(Usage.peakMegabytes)"]
    fields.append("n=\(result.amount)")
    if let check = result.check { fields.append("check=\(check)") }
    if let setup = result.setup { fields.append("setup=\(setup.seconds)") }
    for (part, seconds) in result.parts.sorted(by: { $0.key < $1.key }) {
      fields.append("\(part)=\(seconds)")
    }
    print(fields.joined(separator: "\t"))
  }

  private static func fail(_ message: String, _ status: Int32) -> Never {
    FileHandle.standardError.write(Data("bench: \(message)\n".utf8))
    exit(status)
  }
}

/// What an operation did.
struct Result {
  /// Rows or bytes of one repetition.
  var amount: Int
  /// The processor's time before the work itself began, where something was prepared.
  var setup: Usage?
  /// The processor's time when the work was done, where much is to be taken down after it.
  var end: Usage?
  /// What was found as a number that the other side must agree with.
  var check: UInt64?
  /// The seconds of parts that are timed for themselves, in one repetition.
  var parts: [String: Double] = [:]
}

/// Time that the processor spent on this process, in user and system mode.
struct Usage {
  var seconds: Double

  static var now: Usage {
    var usage = rusage()
    getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return Usage(seconds: seconds(usage.ru_utime) + seconds(usage.ru_stime))
  }

  /// The most memory that was resident at any time, from `VmHWM`, in megabytes.
  static var peakMegabytes: Double {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    let kilobytes = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
    return (kilobytes.flatMap { Double($0) } ?? 0) / 1024
  }
}
