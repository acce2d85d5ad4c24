@main
struct Main {
  static func main() {
    print("coredata")
  }
}
