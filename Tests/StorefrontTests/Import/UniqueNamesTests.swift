import Testing

@testable import Storefront

@Suite("Names given out once")
struct UniqueNamesTests {
    @Test("a repeat gets the next free number")
    func numbers() {
        var names = UniqueNames()
        #expect(["a", "a-2", "a", "a", "b", "a-2"].map { names.take($0) } == ["a", "a-2", "a-3", "a-4", "b", "a-2-2"])
    }
}
