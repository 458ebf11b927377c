extension Command {
    /// Every command there is, in the order of the help.
    static let all: [Command] = [
        validate, apps, products,
        purchase, restore, entitlements, balance, spend,
        transactions, unfinished, events, deliveries, deliveriesRetry,
        sandboxAdvance, sandboxApprove, sandboxDecline, sandboxExpire, sandboxReset,
        scaffoldApp, importFile, plugins, schema, completions,
    ]
}
