import { kindsOf } from "../data-map/data-map.ts"
import type { PersonTable } from "../data-map/table-data.ts"
import type { JsonRow } from "../rows.store.ts"
import { isByCustomer, type Redaction } from "./redaction.ts"

/** The row without secrets, without names of staff and their IP addresses, and with amounts in dollars. */
export function exportedRow(
  table: Pick<PersonTable, "columns" | "cents">,
  row: JsonRow,
  redaction: Redaction,
): JsonRow {
  const kinds = kindsOf(table)
  const cents = new Set(table.cents?.split(" "))
  const isByStaff = row.actor_kind === "staff" || typeof row.agent_userid === "string"
  const exported: JsonRow = {}
  for (const [column, value] of Object.entries(row)) {
    const kind = kinds.get(column)
    if (kind === undefined || kind === "secret") continue
    if (kind === "network" && isByStaff) continue
    const isStaff = kind === "staff" && typeof value === "string" && !isByCustomer(row)
    const isCents = cents.has(column) && typeof value === "number"
    if (isStaff) exported[column] = redaction.nameOf(value)
    else exported[column] = isCents ? value / 100 : redaction.without(value)
  }
  return exported
}
