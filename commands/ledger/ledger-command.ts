import { rm, stat, writeFile } from "node:fs/promises"
import { readDate } from "#contracts/outside-dates.ts"
import type { OperatorCommand, Workplace } from "#server/commands/operator-command.ts"
import { readCommandLine, UsageError } from "#server/config/command-line.ts"
import { type ClientLedger, ledgerOf } from "#services/payments/reconciliation/ledger.ts"
import { ledgerCsv } from "#services/payments/reconciliation/ledger-csv.ts"
import { ledgerText } from "#services/payments/reconciliation/ledger-text.ts"
import { paymentPages } from "#services/payments/reconciliation/payment-list-csv.ts"
import { brandsOf, checkClient, withAccountSystem } from "./brands-of.ts"

const commandLine = {
  usage: `npm run my-account -- ledger --client <client> --from YYYY-MM-DD --to YYYY-MM-DD [--format csv|json|text | --payments] [--out <file>]
Prints the money of a client in these days; it changes nothing. docs/ledger.md explains the figures.
  --client <client>  the client's code
  --from YYYY-MM-DD  the first business day
  --to YYYY-MM-DD    the last business day
  --format <format>  text (by default), csv or json
  --payments         lists each payment, refund, return and lost dispute as CSV, in place of sums
  --out <file>       writes to a file in place of standard output
Exit codes: 0 written; 1 it failed, with the reason; 2 a mistyped command, or no database.`,
  options: {
    client: { type: "string" },
    from: { type: "string" },
    to: { type: "string" },
    format: { type: "string" },
    payments: { type: "boolean", default: false },
    out: { type: "string" },
  },
} as const

const formats: Record<string, (ledger: ClientLedger) => string> = {
  csv: ledgerCsv,
  json: (ledger) => `${JSON.stringify({ unit: "cents", currency: "USD", ...ledger }, null, 2)}\n`,
  text: ledgerText,
}

/**
 * The books of one client for some of its days: `npm run my-account -- ledger`. It only reads the database; docs/ledger.md
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
    if (typed.payments) {
      if (typed.format !== undefined) throw new UsageError("--payments has no --format: it is CSV.")
      return async (place) => await listPayments(place, { client, from, to }, typed.out)
    }
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

interface Asked {
  client: string
  from: string
  to: string
}

async function readLedger(place: Workplace, asked: Asked): Promise<ClientLedger> {
  return await withBooks(place, asked, (books) =>
    ledgerOf(books, { ...asked, isForOperator: true }),
  )
}

/** Prints or writes the list page by page: a year of a large client has more rows than memory should hold. */
async function listPayments(
  place: Workplace,
  asked: Asked,
  out: string | undefined,
): Promise<number> {
  return await withBooks(place, asked, async (books) => {
    const pages = paymentPages(books, asked)
    if (out === undefined) for await (const page of pages) place.out(page.replace(/\n$/, ""))
    else await save(place, out, pages)
    return 0
  })
}

type Books = Parameters<typeof ledgerOf>[0]

/** Errors: `UsageError` for an unknown client; those of `read`. */
async function withBooks<Result>(
  place: Workplace,
  { client }: Asked,
  read: (books: Books) => Promise<Result>,
): Promise<Result> {
  const { config, database, clock } = place
  await checkClient(place, client)
  const brands = brandsOf(database, config, clock)
  return await withAccountSystem(place, (policyAdmin) => read({ database, policyAdmin, brands }))
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

async function save(
  { pathOf, out }: Workplace,
  name: string,
  text: string | AsyncIterable<string>,
): Promise<void> {
  const file = pathOf(name)
  try {
    await writeFile(file, text)
  } catch (error) {
    if ("syscall" in (error as Error)) {
      throw new Error(`The file cannot be written: ${(error as Error).message}`, { cause: error })
    }
    // Half a list looks like a whole one.
    if ((await stat(file)).isFile()) await rm(file)
    throw error
  }
  out(`Written to ${file}.`)
}
