/// Names of which each is given out once.
struct UniqueNames {
    private var taken: Set<String> = []
    private var nextNumbers: [String: Int] = [:]

    /// The name itself the first time, then with the next free number behind it, from 2.
    mutating func take(_ name: String) -> String {
        if taken.insert(name).inserted { return name }
        var number = nextNumbers[name] ?? 2
        while !taken.insert("\(name)-\(number)").inserted { number += 1 }
        nextNumbers[name] = number + 1
        return "\(name)-\(number)"
    }
}
