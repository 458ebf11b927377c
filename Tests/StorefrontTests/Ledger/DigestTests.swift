import Testing

@testable import Storefront

@Suite("Digest")
struct DigestTests {
    private func hex(_ text: String) -> String {
        Digest.sha256(Array(text.utf8)).map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }

    @Test("SHA-256 gives the values of FIPS 180-4's examples")
    func vectors() {
        #expect(hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(
            hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
                == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
        #expect(
            hex(String(repeating: "a", count: 1_000_000))
                == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test("parts that join to one text have ids of their own")
    func parts() {
        let ids = [["a", "bc"], ["ab", "c"], ["abc"], ["", "abc"], ["abc", ""]].map(Digest.id)
        #expect(Set(ids).count == ids.count)
        #expect(ids.allSatisfy { $0.count == 32 })
    }
}
