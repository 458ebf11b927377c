import Testing

@testable import StorefrontCLI

@Suite("A table")
struct TableTests {
    @Test("columns are as wide as a terminal shows them, numbers to the right")
    func widths() {
        var table = Table(("NAME", .left), ("PRICE", .right), ("STATE", .left))
        table.add("プロ", "¥700", "for sale")
        table.add("Yearly", "$29.99", "")
        #expect(
            table.text() == """
                NAME     PRICE  STATE
                プロ      ¥700  for sale
                Yearly  $29.99

                """)
    }

    @Test("no cell can steer a terminal", arguments: ["a\u{1B}[31m", "a\nb", "a\u{9B}b", "a\u{202E}b"])
    func control(_ text: String) {
        var table = Table(("NAME", .left))
        table.add(text)
        #expect(table.text().split(separator: "\n").count == 2)
        #expect(!table.text().dropLast().unicodeScalars.contains { $0.properties.generalCategory == .format })
        #expect(!table.text().unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
    }
}
