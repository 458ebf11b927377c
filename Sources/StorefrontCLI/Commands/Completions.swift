extension Command {
    static let completions = Command(
        "completions", summary: "a script that completes commands in a shell",
        details: """
            bash: storefront completions bash > ~/.local/share/bash-completion/completions/storefront
            zsh:  storefront completions zsh > a folder of $fpath, as _storefront
            fish: storefront completions fish > ~/.config/fish/completions/storefront.fish
            """,
        example: "storefront completions bash",
        positionals: [
            Positional(name: "SHELL", summary: "which shell", completion: .choice(["bash", "zsh", "fish"]))
        ]
    ) { session in
        switch try session.arguments.required("SHELL") {
        case "bash": session.output.write(BashCompletions.script(Command.all))
        case "zsh": session.output.write(ZshCompletions.script(Command.all))
        default: session.output.write(FishCompletions.script(Command.all))
        }
        return .done
    }
}
