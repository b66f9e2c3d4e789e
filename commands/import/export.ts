// Writes people of one client to files: npm run export -- --client <client> --to <folder>

import { runOperatorCommand } from "#server/commands/run-operator-command.ts"
import { exportCommand } from "./export-command.ts"

await runOperatorCommand("export", exportCommand)
