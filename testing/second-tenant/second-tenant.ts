import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type DemoPerson, demoFolder, demoPeople, demoPerson } from "../demo-people.ts"

/** The client whose people have the numbers, ids and usernames of Harbor Mutual's people. */
export const secondTenant = "twin"
export const secondTenantHost = "twin.localhost"
const original = "harbor"

/** Every text about a person of the second tenant contains this word; no text of the demo does. */
const secondTenantMark = "Twin"

/**
 * At the second tenant, these two people have each other's account number, so a policy number or
 * record id of one belongs to the account number of the other.
 */
const exchanged: Partial<Record<string, string>> = {
  HM2073350: "HM2140265",
  HM2140265: "HM2073350",
}

/**
 * Runs `work` with a folder, in the format of demo/README.md, that contains only the second tenant.
 * It is a copy of Harbor Mutual: people have the same account, person, policy and document numbers,
 * payment method record ids and usernames, but different names, addresses, amounts, passwords and
 * security answers.
 */
export async function withSecondTenantFolder<Result>(
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "my-account-twin-"))
  try {
    const to = join(folder, "clients", secondTenant)
    await mkdir(join(folder, "clients"))
    await cp(join(demoFolder, "clients", original), to, { recursive: true })
    await rewrite(join(to, "client.json"), (brand: InFile) => ({
      ...brandOf(brand),
      sites: [{ host: secondTenantHost, isCustomerSite: true }],
    }))
    await rewrite(join(to, "people.json"), (people: object[]) => people.map(personOf))
    await rewrite(join(to, "users.json"), (users: InFile[]) =>
      users.map((user) => ({
        ...user,
        password: passwordOf(String(user.password)),
        securityAnswer: `${user.securityAnswer} ${secondTenantMark}`,
      })),
    )
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * The person who signs in at the second tenant with this username.
 *
 * Errors: an `Error` if there is none.
 */
export function secondTenantPerson(username: string): DemoPerson {
  const { accountNumber = "", client, password } = demoPerson(username)
  const number = exchanged[accountNumber] ?? accountNumber
  const record = demoPeople().find(
    (person) => person.client === original && person.accountNumber === number,
  )
  if (client !== original || record === undefined) throw new Error(`${username} has no twin.`)
  const emailAddress = addressOf(record.emailAddress)
  return {
    username,
    accountNumber,
    client: secondTenant,
    password: passwordOf(password),
    emailAddress,
  }
}

/**
 * Whether a text contains data of the second tenant or its people. Their usernames and numbers
 * prove nothing, because Harbor Mutual's people have the same.
 */
export function namesSecondTenant(text: string): boolean {
  return /\bTwin\b|@twin\.|_twin\b/.test(text)
}

type InFile = Record<string, unknown>

async function rewrite<Content>(file: string, change: (content: Content) => unknown) {
  const content = JSON.parse(await readFile(file, "utf8")) as Content
  await writeFile(file, JSON.stringify(change(content), null, 2))
}

function brandOf(brand: InFile): InFile {
  const text = JSON.stringify(brand)
    .replaceAll("Harbor", secondTenantMark)
    .replaceAll("harbor", secondTenant)
  return JSON.parse(text) as InFile
}

const words = new Set(["lastName", "fullName", "productDesc", "documentName"])
/** Replacements for the longest allowed texts of the demo, which have no room for a mark. */
const replaced: Partial<Record<string, string>> = {
  addressLine1: `1 ${secondTenantMark} Street`,
  holderName: `A. ${secondTenantMark}`,
}

function personOf(person: object): unknown {
  return changed(person, (name, value) => {
    if (name === "accountNumber") return exchanged[value] ?? value
    if (name === "emailAddress") return addressOf(value)
    if (name === "gatewayReference") return value.replace(/\.([^.]*)$/, ".twin-$1")
    const instead = replaced[name]
    if (instead !== undefined) return instead
    if (words.has(name)) return `${value} ${secondTenantMark}`
    // Amounts, in dollars: seven cents more, except that zero stays zero.
    if (/^\d+\.\d\d$/.test(value))
      return Number(value) === 0 ? value : (Number(value) + 0.07).toFixed(2)
    return value
  })
}

function changed(
  value: unknown,
  change: (name: string, value: string) => string,
  name = "",
): unknown {
  if (typeof value === "string") return change(name, value)
  if (Array.isArray(value)) return value.map((entry) => changed(entry, change, name))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([field, entry]) => [field, changed(entry, change, field)]),
  )
}

function addressOf(emailAddress: string): string {
  return emailAddress.replace("@", "@twin.")
}

function passwordOf(password: string): string {
  return `${password}-Twin`
}
