// Prints the books of one client: npm run ledger -- --client <client> --from <day> --to <day>

import { runOperatorCommand } from "#server/commands/run-operator-command.ts"
import { ledgerCommand } from "./ledger-command.ts"

await runOperatorCommand("ledger", ledgerCommand)
