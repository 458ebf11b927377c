import Storefront

/// What is read in pages, so that a ledger of any length takes the memory of one.
struct Pages<Value: Sendable & Equatable> {
    let read: (_ after: Int64) async throws -> [Positioned<Value>]

    func forEach(after start: Int64 = 0, _ body: ([Value]) throws -> Void) async throws {
        var position = start
        while true {
            let page = try await read(position)
            guard let last = page.last else { return }
            position = last.position
            try body(page.map(\.value))
        }
    }
}

extension Session {
    /// Prints an object of one list while it is read.
    func print<Value>(jsonList name: String, _ pages: Pages<Value>, _ json: (Value) -> JSON) async throws {
        // The first page is read before anything is printed: where reading fails, that is the one document.
        var separator = ""
        var hasBegun = false
        func begin() {
            if !hasBegun { output.write("{\(JSON.string(name).text):[") }
            hasBegun = true
        }
        try await pages.forEach { page in
            begin()
            for value in page {
                output.write(separator + json(value).text)
                separator = ","
            }
        }
        begin()
        output.write("]}\n")
    }
}
