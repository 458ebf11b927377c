/// Rows with aligned columns; numbers stand to the right.
struct Table {
    enum Alignment {
        case left
        case right
    }

    private var rows: [[String]]
    private let alignments: [Alignment]

    init(_ columns: (String, Alignment)...) {
        rows = [columns.map(\.0)]
        alignments = columns.map(\.1)
    }

    mutating func add(_ cells: String...) { rows.append(cells.map(printable)) }

    /// With the heading's bytes wrapped in `emphasis` (an SGR code) where one is given.
    func text(emphasis: String? = nil) -> String {
        let widths = alignments.indices.map { column in rows.map { displayWidth($0[column]) }.max() ?? 0 }
        var text = ""
        for (index, row) in rows.enumerated() {
            var line = ""
            for (column, cell) in row.enumerated() {
                let blanks = String(repeating: " ", count: widths[column] - displayWidth(cell))
                line += alignments[column] == .right ? blanks + cell : cell + blanks
                line += "  "
            }
            while line.last == " " { line.removeLast() }
            text += index == 0 && emphasis != nil ? "\u{1B}[\(emphasis ?? "")m\(line)\u{1B}[0m\n" : "\(line)\n"
        }
        return text
    }
}

/// The text with control characters written out, so that an id or a name cannot steer a terminal.
func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var out = ""
    for scalar in text.unicodeScalars {
        if isControl(scalar) {
            out += "\\u{\(String(scalar.value, radix: 16))}"
        } else {
            out.unicodeScalars.append(scalar)
        }
    }
    return out
}

private func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
}

/// Columns of a terminal that a text takes: East Asian wide characters and emoji take two (Unicode's UAX 11).
func displayWidth(_ text: String) -> Int {
    text.reduce(0) { width, character in
        guard let first = character.unicodeScalars.first else { return width }
        switch first.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            return width + 2
        default: return width + 1
        }
    }
}
