import type { OperatorCommands } from "#server/commands/operator-command.ts"
import { auditCommand } from "../audit/audit-command.ts"
import { backupCommand } from "../backup/backup-command.ts"
import { eventsCommand } from "../events/events-command.ts"
import { exportCommand } from "../import/export-command.ts"
import { importCommand } from "../import/import-command.ts"
import { keysCommand } from "../keys/keys-command.ts"
import { ledgerCommand } from "../ledger/ledger-command.ts"
import { loadCommand } from "../load/load-command.ts"
import { personCommand } from "../person/person-command.ts"
import { staffCommand } from "../staff/staff-command.ts"
import { portalCommand } from "./portal-command.ts"

/** The commands that a server can run because it holds the database. */
export const operatorCommands: OperatorCommands = {
  audit: auditCommand,
  backup: backupCommand,
  events: eventsCommand,
  export: exportCommand,
  import: importCommand,
  keys: keysCommand,
  ledger: ledgerCommand,
  load: loadCommand,
  person: personCommand,
  portal: portalCommand,
  staff: staffCommand,
}
