import { kindsOf } from "../data-map/data-map.ts"
import type { TableData } from "../data-map/table-data.ts"
import type { JsonRow } from "../rows.store.ts"

export type Redaction = ReturnType<typeof createRedaction>
type Columns = Pick<TableData, "columns">

const leftOut = "(left out)"
/**
 * Columns with secrets that can be copied in texts and in the audit log. Other columns contain
 * hashes and sealed data.
 */
const copiedColumns = /(^|_)(reference|charge|payout|idempotency_key|person)$/
/** Shorter texts could be part of other words. */
const shortestSecret = 8
/**
 * Fields in the audit log and in other systems' responses that could be used to charge or repeat a
 * payment.
 */
const secretFields = new Set(["gatewayReference", "chargeReference", "methodReference"])

/**
 * Removes secrets and staff from an export. It first collects them from all rows, so that copies in
 * texts or in the audit log are found, too. Staff become "staff member 1", "staff member 2" … in
 * order of appearance.
 */
export function createRedaction(knownStaff: readonly string[]) {
  const staff = new Set(knownStaff)
  const secrets = new Set<string>()
  const numbers = new Map<string, number>()

  function nameOf(userid: string): string {
    const number = numbers.get(userid) ?? numbers.size + 1
    numbers.set(userid, number)
    return `staff member ${number}`
  }

  function textWithout(text: string): string {
    if (staff.has(text)) return nameOf(text)
    let shown = text
    for (const secret of secrets) shown = shown.replaceAll(secret, leftOut)
    // The note of a credit ends with the author's userid.
    if (!shown.includes("(")) return shown
    for (const name of staff) {
      if (shown.includes(`(${name})`)) shown = shown.replaceAll(`(${name})`, `(${nameOf(name)})`)
    }
    return shown
  }

  return {
    nameOf,

    /** Collects the staff and the secrets in a row. */
    learn(table: Columns, row: JsonRow): void {
      const isCustomer = isByCustomer(row)
      for (const [column, kind] of kindsOf(table)) {
        const value = row[column]
        if (typeof value !== "string" || value === "") continue
        if (kind === "staff" && !isCustomer) staff.add(value)
        const isCopied = kind === "secret" && copiedColumns.test(column)
        if (isCopied && value.length >= shortestSecret) secrets.add(value)
      }
    },

    learnStaff(userid: string): void {
      staff.add(userid)
    },

    /** The value without secrets and staff in any of its texts. */
    without(value: unknown): unknown {
      if (typeof value === "string") return textWithout(value)
      if (Array.isArray(value)) return value.map((entry) => this.without(entry))
      if (typeof value !== "object" || value === null) return value
      return Object.fromEntries(
        Object.entries(value)
          .filter(([name]) => !secretFields.has(name))
          .map(([name, entry]) => [name, this.without(entry)]),
      )
    },
  }
}

/** Whether the actor of a row is not a staff member. */
export function isByCustomer(row: JsonRow): boolean {
  return row.actor_kind === "customer" || row.actor_kind === "visitor"
}
