// Puts the brands, people and users of a folder online: npm run load -- <folder>

import { runOperatorCommand } from "#server/commands/run-operator-command.ts"
import { loadCommand } from "./load-command.ts"

await runOperatorCommand("load", loadCommand)
