/// The word among `words` that was probably meant: within a third of its length in edits; nil where none is near.
public func nearest(to text: String, among words: some Sequence<String>) -> String? {
    let typed = Array(text.lowercased().utf8.prefix(maximumCompared))
    var best: (word: String, distance: Int)?
    for word in words {
        let candidate = Array(word.lowercased().utf8.prefix(maximumCompared))
        let distance = editDistance(typed, candidate)
        guard distance <= max(1, max(typed.count, candidate.count) / 3), distance < candidate.count else { continue }
        if best.map({ distance < $0.distance }) ?? true { best = (word, distance) }
    }
    return best?.word
}

/// Bytes of a word that are compared: longer ones are not mistyped but wrong.
private let maximumCompared = 128

/// Insertions, deletions, replacements and swaps of neighbours, each one edit.
private func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var previous: [Int] = []
    var row = Array(0...b.count)
    for i in 0..<a.count {
        var next = [i + 1]
        for j in 0..<b.count {
            var cost = min(row[j] + (a[i] == b[j] ? 0 : 1), row[j + 1] + 1, next[j] + 1)
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, previous[j - 1] + 1) }
            next.append(cost)
        }
        (previous, row) = (row, next)
    }
    return row[b.count]
}
