// Imports people of one client: npm run import -- --client <client> <file> …

import { runOperatorCommand } from "#server/commands/run-operator-command.ts"
import { importCommand } from "./import-command.ts"

await runOperatorCommand("import", importCommand)
