import { writeFile } from "node:fs/promises"
import { readDate } from "#contracts/outside-dates.ts"
import { openPolicyAdmin } from "#server/adapters/policy-admin.ts"
import type { OperatorCommand, Workplace } from "#server/commands/operator-command.ts"
import { readCommandLine, UsageError } from "#server/config/command-line.ts"
import { type Ledger, ledgerOf } from "#services/payments/reconciliation/ledger.ts"
import { ledgerCsv } from "#services/payments/reconciliation/ledger-csv.ts"
import { ledgerText } from "#services/payments/reconciliation/ledger-text.ts"
import { brandsOf } from "./brands-of.ts"

const commandLine = {
  usage: `npm run ledger -- --client <client> --from YYYY-MM-DD --to YYYY-MM-DD [--format csv|json|text] [--out <file>]
Prints the money of a client in these days; it changes nothing. docs/payments.md explains the figures.
  --client <client>  the client's code
  --from YYYY-MM-DD  the first business day
  --to YYYY-MM-DD    the last business day
  --format <format>  text (by default), csv or json
  --out <file>       writes to a file in place of standard output
Exit codes: 0 written; 1 it failed, with the reason; 2 a mistyped command, or no database.`,
  options: {
    client: { type: "string" },
    from: { type: "string" },
    to: { type: "string" },
    format: { type: "string" },
    out: { type: "string" },
  },
} as const

const formats: Record<string, (ledger: Ledger) => string> = {
  csv: ledgerCsv,
  json: (ledger) => `${JSON.stringify({ unit: "cents", currency: "USD", ...ledger }, null, 2)}\n`,
  text: ledgerText,
}

/**
 * The books of one client for some of its days: `npm run ledger`. It only reads the database; docs/payments.md
 * explains the figures.
 */
export const ledgerCommand: OperatorCommand = {
  usageOf: () => commandLine.usage,
  keepsVersion: true,
  read(words) {
    const typed = readCommandLine(commandLine, words).values
    const client = required("client", typed.client)
    const [from, to] = [day("from", typed.from), day("to", typed.to)]
    if (from > to) throw new UsageError(`--from ${from} is after --to ${to}.`)
    const format = typed.format ?? "text"
    const write = Object.hasOwn(formats, format) ? formats[format] : undefined
    if (!write) throw new UsageError(`--format must be csv, json or text, not '${format}'.`)
    return async (place) => {
      const text = write(await readLedger(place, { client, from, to }))
      if (typed.out === undefined) place.out(text.replace(/\n$/, ""))
      else await save(place, typed.out, text)
      return 0
    }
  },
}

async function readLedger(
  { config, database, clock, err }: Workplace,
  asked: { client: string; from: string; to: string },
): Promise<Ledger> {
  const brands = brandsOf(database, config, clock)
  const clients = await brands.customerClients()
  if (!clients.includes(asked.client)) {
    throw new UsageError(
      `There is no client '${asked.client}'. The clients: ${clients.join(", ")}.`,
    )
  }
  // Says why the account system does not answer. Standard output is for the ledger.
  const print = (facts: object, text: string) => err(`${text} ${JSON.stringify(facts)}`)
  const log = { info: print, warn: print, error: print }
  const place = { database, laggingReads: database, clock, log }
  const { policyAdmin, close } = await openPolicyAdmin(config.policyAdmin, place)
  const question = { ...asked, isForOperator: true }
  return await ledgerOf({ database, policyAdmin, brands }, question).finally(close)
}

function required(name: string, value: string | undefined): string {
  if (!value) throw new UsageError(`--${name} is missing.`)
  return value
}

function day(name: "from" | "to", value: string | undefined): string {
  const text = required(name, value)
  const date = readDate(text)
  if (date !== undefined) return date
  throw new UsageError(`--${name} must be a date such as 2026-03-31, not '${text}'.`)
}

async function save({ pathOf, out }: Workplace, name: string, text: string): Promise<void> {
  const file = pathOf(name)
  await writeFile(file, text).catch((error: Error) => {
    throw new Error(`The file cannot be written: ${error.message}`)
  })
  out(`Written to ${file}.`)
}
