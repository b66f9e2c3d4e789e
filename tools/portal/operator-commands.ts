import type { OperatorCommands } from "#server/commands/operator-command.ts"
import { exportCommand } from "../import/export-command.ts"
import { importCommand } from "../import/import-command.ts"
import { loadCommand } from "../load/load-command.ts"
import { portalCommand } from "./portal-command.ts"

/** The commands that a server can run because it holds the database. */
export const operatorCommands: OperatorCommands = {
  export: exportCommand,
  import: importCommand,
  load: loadCommand,
  portal: portalCommand,
}
