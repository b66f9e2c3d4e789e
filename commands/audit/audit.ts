// Checks the audit log: npm run audit

import { runOperatorCommand } from "#server/commands/run-operator-command.ts"
import { auditCommand } from "./audit-command.ts"

await runOperatorCommand("audit", auditCommand)
