// Manages the staff of the support site: npm run staff -- COMMAND

import { runOperatorCommand } from "#server/commands/run-operator-command.ts"
import { staffCommand } from "./staff-command.ts"

await runOperatorCommand("staff", staffCommand)
