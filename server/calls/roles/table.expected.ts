import assert from "node:assert/strict"
import { readFileSync, writeFileSync } from "node:fs"
import type { Endpoint, Role } from "#contracts/endpoint.ts"
import { endpoints } from "#contracts/endpoints.ts"
import type { AuditAction } from "#services/audit/audit.ts"
import type { Key } from "./calls-fixture.ts"

/** A line of calls.txt. */
interface Row {
  role: Role
  /** The step-up code and the captcha that the call requires, by the names of `proofsOf`. */
  proofs: readonly string[]
  /** The audit entries of a successful call; for an anonymous call, those of all its outcomes. */
  leaves: readonly AuditAction[]
  /** The audit entries if staff make the call for a customer, in place of `leaves`. */
  byStaff: readonly AuditAction[] | undefined
  /** Why the call leaves no audit entry although it may change rows. */
  whyNone: string | undefined
}

const file = new URL("./calls.txt", import.meta.url)

export const tableText = readFileSync(file, "utf8")

export const table = Object.fromEntries(linesOf(tableText).map(rowOf)) as Record<Key, Row>

/** The rows of calls that need a session. */
export const guarded = (Object.entries(table) as [Key, Row][]).filter(
  ([, { role }]) => role !== "anonymous",
)

/**
 * The text with the calls, roles and proofs of these contract rows, and the audit actions of the
 * present text.
 */
export function acceptedText(text: string, contract: Record<string, Endpoint>): string {
  const audits = new Map(linesOf(text).map((line) => [columnsOf(line)[0], columnsOf(line)[3]]))
  const comments = text.split("\n").filter((line) => line.startsWith("#"))
  const lines = Object.entries(contract)
    .toSorted(([one], [other]) => (byPath(one) < byPath(other) ? -1 : 1))
    .map(([key, row]) => {
      const proofs = proofsOf(row).join(", ") || "none"
      const audit = audits.get(key) ?? "none"
      return `${key.padEnd(52)}  ${row.role.padEnd(21)}  ${proofs.padEnd(22)}  ${audit}`
    })
  return [...comments, "", ...lines, ""].join("\n")
}

/**
 * The lines of the table that contradict the contract rows, and the lines that should replace them.
 */
export function differencesOf(text: string, contract: Record<string, Endpoint>): string[] {
  const now = text.split("\n")
  const accepted = acceptedText(text, contract).split("\n")
  const moved = now.filter((line, at) => line !== accepted[at] && accepted.includes(line))
  const changed = [
    ...now.filter((line) => !accepted.includes(line)).map((line) => `- ${line}`),
    ...accepted.filter((line) => !now.includes(line)).map((line) => `+ ${line}`),
  ]
  return changed.length > 0 ? changed : moved.map((line) => `  another place: ${line}`)
}

export function acceptTable(): void {
  writeFileSync(file, acceptedText(tableText, endpoints))
}

function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line !== "" && !line.startsWith("#"))
}

function columnsOf(line: string): string[] {
  return line.split(/ {2,}/)
}

function rowOf(line: string): [string, Row] {
  const [key = "", role = "", proofs = "", audit = "", ...more] = columnsOf(line)
  assert.ok(audit !== "" && more.length === 0, `calls.txt has four columns: ${line}`)
  const [own = "", byStaff] = audit.split("; by staff: ")
  return [
    key,
    {
      role: role as Role,
      proofs: listOf(proofs),
      leaves: actionsOf(own),
      byStaff: byStaff === undefined ? undefined : actionsOf(byStaff),
      whyNone: /^none \((.+)\)$/.exec(own)?.[1],
    },
  ]
}

function actionsOf(text: string): AuditAction[] {
  return listOf(text.replace(/^none \(.+\)$/, "none")) as AuditAction[]
}

function listOf(text: string): string[] {
  return text === "none" ? [] : text.split(", ")
}

function proofsOf({ proof, captcha }: Endpoint): string[] {
  return [...(proof ? [proof] : []), ...(captcha ? [`captcha:${captcha}`] : [])]
}

function byPath(key: string): string {
  return key.split(" ").toReversed().join(" ")
}
