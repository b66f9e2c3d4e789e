// Says which keys stored values need, and exchanges them: npm run keys

import { runOperatorCommand } from "#server/commands/run-operator-command.ts"
import { keysCommand } from "./keys-command.ts"

await runOperatorCommand("keys", keysCommand)
