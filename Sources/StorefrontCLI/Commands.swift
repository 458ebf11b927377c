extension Command {
    /// Every command there is, in the order of the help.
    static let all: [Command] = []
}
