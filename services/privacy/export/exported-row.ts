import { kindsOf } from "../data-map/data-map.ts"
import type { TableData } from "../data-map/table-data.ts"
import type { JsonRow } from "../rows.store.ts"

export type StaffNames = ReturnType<typeof createStaffNames>

/** Replaces staff by "staff member 1", "staff member 2" … in the order in which they appear. */
export function createStaffNames(known: readonly string[]) {
  const staff = new Set(known)
  const numbers = new Map<string, number>()

  function nameOf(userid: string): string {
    const number = numbers.get(userid) ?? numbers.size + 1
    numbers.set(userid, number)
    return `staff member ${number}`
  }

  return {
    nameOf,
    /** The value, with each text that is the name of a staff member replaced. */
    without(value: unknown): unknown {
      if (typeof value === "string") return staff.has(value) ? nameOf(value) : value
      if (Array.isArray(value)) return value.map((entry) => this.without(entry))
      if (typeof value !== "object" || value === null) return value
      return Object.fromEntries(
        Object.entries(value).map(([name, entry]) => [name, this.without(entry)]),
      )
    },
  }
}

/** The row without secrets, without names of staff, and without their IP addresses. */
export function exportedRow(
  table: Pick<TableData, "columns">,
  row: JsonRow,
  staff: StaffNames,
): JsonRow {
  const kinds = kindsOf(table)
  const isByStaff = row.actor_kind === "staff" || typeof row.agent_userid === "string"
  const exported: JsonRow = {}
  for (const [column, value] of Object.entries(row)) {
    const kind = kinds.get(column)
    if (kind === undefined || kind === "secret") continue
    if (kind === "network" && isByStaff) continue
    const isStaff = kind === "staff" && typeof value === "string"
    const isCustomer = row.actor_kind === "customer" || row.actor_kind === "visitor"
    exported[column] = isStaff && !isCustomer ? staff.nameOf(value) : staff.without(value)
  }
  return exported
}
