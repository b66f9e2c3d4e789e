import { createHash } from "node:crypto"
import { appendFile, readFile } from "node:fs/promises"
import { join } from "node:path"
import { parse } from "csv-parse/sync"
import type { Contact } from "#ports/policy-admin/port.ts"
import type { Bill, Fact } from "../shared/book.ts"
import type { Method, Store, StoredAccount, StoredProduct } from "../shared/store.ts"

type Row = Record<string, string>

/** A change that My Account made since the nightly files were written; one line of changes.ndjson. */
type Change = { client: string } & (
  | { what: "fact"; fact: Fact }
  | { what: "contact"; accountNumber: string; contact: Contact }
  | { what: "emails"; accountNumber: string; isSubscribed: boolean }
  | { what: "method"; policyNumber: string; method: Method }
  | { what: "skip"; policyNumber: string; dueDates: readonly string[] }
)

/**
 * A folder of nightly CSV files, read once, with the changes that were made since. One process
 * serves a folder.
 */
export async function openCsvStore(folder: string): Promise<Store> {
  const [people, products, bills, documents] = await Promise.all(
    ["people", "products", "bills", "documents"].map((name) =>
      readCsv(join(folder, `${name}.csv`)),
    ),
  )
  const file = join(folder, "changes.ndjson")
  const changes = await readChanges(file)

  /** Memory decides in one step, so two calls at once cannot both win. Resolves when the file has it. */
  async function keep(change: Change): Promise<void> {
    changes.push(change)
    await appendFile(file, `${JSON.stringify(change)}\n`, { flush: true })
  }

  const factsOf = (client: string) =>
    changes.flatMap((one) => (one.what === "fact" && one.client === client ? [one.fact] : []))
  const isFor = (client: string, accountNumber: string) => (row: Row) =>
    row.Client === client && row.AccountNo === accountNumber
  const ofClient = (rows: Row[] | undefined, client: string) =>
    (rows ?? []).filter((row) => row.Client === client)

  function accountOf(client: string, accountNumber: string): StoredAccount | undefined {
    const row = people?.find(isFor(client, accountNumber))
    if (!row) return undefined
    const own = changes.filter(
      (one) =>
        one.client === client && "accountNumber" in one && one.accountNumber === accountNumber,
    )
    const contact = own.findLast((one) => one.what === "contact")?.contact ?? contactOf(row)
    const moves = own.filter(({ what }) => what === "contact").length
    const digest = createHash("sha256").update(JSON.stringify(contact)).digest("hex")
    const person = {
      accountNumber,
      personNumber: row.PersonNo ?? "",
      firstName: row.FirstName ?? "",
      lastName: row.LastName ?? "",
      dateOfBirth: isoDate(row.Born),
      ...contact,
      contactVersion: `${moves}-${digest}`,
      isEmailSubscribed:
        own.findLast((one) => one.what === "emails")?.isSubscribed ?? row.Emails === "Y",
    }
    return {
      person,
      products: (products ?? [])
        .filter(isFor(client, accountNumber))
        .map((one) => productOf(client, one)),
    }
  }

  function productOf(client: string, row: Row): StoredProduct {
    const policyNumber = row.PolicyNo ?? ""
    const own = changes.filter(
      (one) => one.client === client && "policyNumber" in one && one.policyNumber === policyNumber,
    )
    const method = own.findLast((one) => one.what === "method")?.method
    const skipped = own.flatMap((one) => (one.what === "skip" ? one.dueDates : []))
    return {
      policyNumber,
      productDesc: row.Product ?? "",
      status: row.Status ?? "",
      coverageType: row.Coverage ?? "",
      coverageEffectiveDate: isoDate(row.Effective),
      benefitAmount: centsOf(row.Benefit),
      annualPremium: centsOf(row.YearlyPremium),
      paymentMethodRecordId: method ? method.paymentMethodRecordId : row.AutoPayMethod || null,
      paymentMethodLabel: method ? method.paymentMethodLabel : (row.AutoPayLabel ?? ""),
      skippedDueDates: [...new Set(skipped)],
      bills: ofClient(bills, client)
        .filter((one) => one.PolicyNo === policyNumber)
        .map(billOf)
        .toSorted((one, other) => one.number - other.number),
      documents: ofClient(documents, client)
        .filter((one) => one.PolicyNo === policyNumber)
        .map((one) => ({
          documentId: one.DocumentNo ?? "",
          documentSource: "POLICY",
          documentCategory: one.Category ?? "",
          documentTypeId: one.Type ?? "",
          documentName: one.Title ?? "",
          documentCreatedDate: isoDate(one.Created),
        })),
    }
  }

  return {
    answers: async () => true,
    account: async (client, accountNumber) => accountOf(client, accountNumber),
    ownerOf: async (client, policyNumber) =>
      ofClient(products, client).find((row) => row.PolicyNo === policyNumber)?.AccountNo,
    alike: async (client, accountNumber) =>
      ofClient(people, client)
        .map((row) => row.AccountNo ?? "")
        .filter((one) => plain(one) === plain(accountNumber)),
    onAutoPay: async (client) => [
      ...new Set(ofClient(products, client).map((row) => row.AccountNo ?? "")),
    ],
    facts: async (client) => factsOf(client),
    async add(client, fact) {
      const isKnown = factsOf(client).some(({ kind, id }) => kind === fact.kind && id === fact.id)
      if (!isKnown) await keep({ what: "fact", client, fact })
    },
    async writeContact(client, accountNumber, version, contact) {
      if (accountOf(client, accountNumber)?.person.contactVersion !== version) return false
      await keep({ what: "contact", client, accountNumber, contact })
      return true
    },
    async writeSubscribed(client, accountNumber, isSubscribed) {
      const now = accountOf(client, accountNumber)?.person.isEmailSubscribed
      if (now === undefined || now === isSubscribed) return false
      await keep({ what: "emails", client, accountNumber, isSubscribed })
      return true
    },
    async writeMethod(client, policyNumber, seen, method) {
      const row = ofClient(products, client).find((one) => one.PolicyNo === policyNumber)
      if (!row || productOf(client, row).paymentMethodRecordId !== seen) return false
      await keep({ what: "method", client, policyNumber, method })
      return true
    },
    skip: (client, policyNumber, dueDates) =>
      keep({ what: "skip", client, policyNumber, dueDates }),
  }
}

async function readCsv(file: string): Promise<Row[]> {
  return parse(await readFile(file, "utf8"), { columns: true, bom: true, skip_empty_lines: true })
}

async function readChanges(file: string): Promise<Change[]> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return ""
    throw error
  })
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

function contactOf(row: Row): Contact {
  return {
    emailAddress: row.Email ?? "",
    phoneNumber: (row.Phone ?? "").replace(/\D/g, ""),
    address: {
      addressLine1: row.Street ?? "",
      addressLine2: "",
      addressLine3: "",
      cityName: row.City ?? "",
      stateCode: row.State ?? "",
      zipCode: row.Zip ?? "",
    },
  }
}

function billOf(row: Row): Bill {
  return {
    number: Number(row.BillNo),
    periodFrom: isoDate(row.From),
    periodTo: isoDate(row.To),
    dueDate: isoDate(row.Due),
    premium: centsOf(row.Amount),
  }
}

/** MM/DD/YYYY, as the nightly files write dates, as YYYY-MM-DD. */
function isoDate(date = ""): string {
  const [month, day, year] = date.split("/")
  return `${year}-${month}-${day}`
}

/** "1,234.50" in cents, without a float. */
function centsOf(amount = ""): number {
  const [dollars = "0", cents = "00"] = amount.replaceAll(",", "").split(".")
  return Number(dollars) * 100 + Number(cents)
}

function plain(accountNumber: string): string {
  return accountNumber.replace(/[^a-z0-9]/gi, "").toUpperCase()
}
