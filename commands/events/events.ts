// Lists and repeats the events that we send: npm run events -- COMMAND

import { runOperatorCommand } from "#server/commands/run-operator-command.ts"
import { eventsCommand } from "./events-command.ts"

await runOperatorCommand("events", eventsCommand)
