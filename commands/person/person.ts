// Exports and erases the data of one person: npm run person -- COMMAND

import { runOperatorCommand } from "#server/commands/run-operator-command.ts"
import { personCommand } from "./person-command.ts"

await runOperatorCommand("person", personCommand)
