import { writeFile } from "node:fs/promises"
import { resolve } from "node:path"
import { type Database, openDatabase } from "#database/open.ts"
import { systemClock } from "#platform/clock.ts"
import { openPolicyAdmin } from "#server/adapters/policy-admin.ts"
import { readCommandLine, runCommandLine, UsageError } from "#server/config/command-line.ts"
import { readConfig } from "#server/config/config.ts"
import { type Ledger, ledgerOf } from "#services/payments/reconciliation/ledger.ts"
import { ledgerCsv } from "#services/payments/reconciliation/ledger-csv.ts"
import { ledgerText } from "#services/payments/reconciliation/ledger-text.ts"
import { brandsOf } from "./brands-of.ts"

const command = {
  usage:
    "npm run ledger -- --client <client> --from YYYY-MM-DD --to YYYY-MM-DD [--format csv|json|text] [--out <file>]",
  options: {
    client: { type: "string" },
    from: { type: "string" },
    to: { type: "string" },
    format: { type: "string" },
    out: { type: "string" },
  },
} as const

/** Prints why the account system does not answer. Standard output is for the ledger. */
const print = (facts: object, text: string) => console.error(text, JSON.stringify(facts))
const log = { info: print, warn: print, error: print }

const formats: Record<string, (ledger: Ledger) => string> = {
  csv: ledgerCsv,
  json: (ledger) => `${JSON.stringify({ unit: "cents", currency: "USD", ...ledger }, null, 2)}\n`,
  text: ledgerText,
}

/**
 * The books of one client for some of its days: `npm run ledger`. It only reads the database; docs/payments.md
 * explains the figures.
 */
async function main(): Promise<void> {
  const typed = readCommandLine(command).values
  const [client, from, to] = [required("client"), day("from"), day("to")]
  if (from > to) throw new UsageError(`--from ${from} is after --to ${to}.`)
  const format = typed.format ?? "text"
  const write = Object.hasOwn(formats, format) ? formats[format] : undefined
  if (!write) throw new UsageError(`--format must be csv, json or text, not '${format}'.`)
  const config = readConfig(process.env)
  const database = await openDatabase(config.database)
  try {
    const brands = brandsOf(database, config, systemClock)
    const clients = await brands.customerClients()
    if (!clients.includes(client)) {
      throw new UsageError(`There is no client '${client}'. The clients: ${clients.join(", ")}.`)
    }
    const text = write(await readLedger(config, database, brands))
    if (typed.out === undefined) process.stdout.write(text)
    else await save(typed.out, text)
  } finally {
    await database.close()
  }

  async function readLedger(
    { policyAdmin: source }: ReturnType<typeof readConfig>,
    database: Database,
    brands: ReturnType<typeof brandsOf>,
  ): Promise<Ledger> {
    const place = { database, laggingReads: database, clock: systemClock, log }
    const { policyAdmin, close } = await openPolicyAdmin(source, place)
    const question = { client, from, to, isForOperator: true }
    return await ledgerOf({ database, policyAdmin, brands }, question).finally(close)
  }

  function required(name: "client" | "from" | "to"): string {
    const value = typed[name]
    if (!value) throw new UsageError(`--${name} is missing.`)
    return value
  }

  function day(name: "from" | "to"): string {
    const text = required(name)
    try {
      if (/^\d{4}-\d\d-\d\d$/.test(text)) return Temporal.PlainDate.from(text).toString()
    } catch {}
    throw new UsageError(`--${name} must be a date such as 2026-03-31, not '${text}'.`)
  }
}

/** npm runs in the project's folder; the operator names the file relative to their own. */
async function save(out: string, text: string): Promise<void> {
  const file = resolve(process.env.INIT_CWD ?? "", out)
  await writeFile(file, text).catch((error: Error) => {
    throw new Error(`The file cannot be written: ${error.message}`)
  })
  console.log(`Written to ${file}.`)
}

await runCommandLine(command, main)
