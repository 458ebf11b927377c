import Foundation
import Glibc
public import Testing

/// A small file system in memory, which only root can make.
public struct SmallDisk: Sendable {
    public static let isPossible: Bool = {
        guard let disk = try? SmallDisk(folder: NSTemporaryDirectory() + UUID().uuidString) else { return false }
        disk.remove()
        return true
    }()
    public static let reason: Comment =
        "a small tmpfs is mounted for this test, which needs root and the right to mount"

    public let folder: String
    private var filler: String { folder + "/filler" }

    public init(folder: String) throws {
        self.folder = folder
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        guard unsafe mount("tmpfs", folder, "tmpfs", 0, "size=1m") == 0 else {
            try? FileManager.default.removeItem(atPath: folder)
            throw CocoaError(.fileWriteNoPermission)
        }
    }

    /// Takes every byte that is left.
    public func fill() {
        let file = unsafe open(filler, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        defer { close(file) }
        let bytes = [UInt8](repeating: 0, count: 4096)
        while unsafe write(file, bytes, bytes.count) > 0 {}
    }

    public func makeRoom() { try? FileManager.default.removeItem(atPath: filler) }

    public func remount(readOnly: Bool) {
        let flags = UInt(MS_REMOUNT) | (readOnly ? UInt(MS_RDONLY) : 0)
        #expect(unsafe mount("tmpfs", folder, "tmpfs", flags, "size=1m") == 0)
    }

    public func remove() {
        #expect(unsafe umount2(folder, Int32(MNT_DETACH)) == 0)
        try? FileManager.default.removeItem(atPath: folder)
    }
}
