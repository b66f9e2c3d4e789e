// Writes docs/behaviors.md from the titles of the tests: npm run generate

import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "..")

/** Groups of behaviors, in the order of the page. The id of a behavior begins with its group. */
const groups = {
  HOST: "brands, hosts, initialization",
  BRAND: "what a brand decides",
  RELEASE: "releases of brands",
  ZONE: "the business day of a client",
  SHELL: "page shell",
  ACCESS: "accessibility",
  READ: "reading level",
  LOGIN: "signing in",
  RECOVER: "username and password recovery",
  REGISTER: "registration",
  SESSION: "sessions",
  DASH: "dashboard",
  PROFILE: "profile",
  UNSUB: "unsubscribing",
  CENTER: "payment center",
  AUTOPAY: "changing auto pay",
  COMING: "coming payments",
  AGREED: "what is agreed is what is charged",
  NOTICE: "people hear before auto pay charges",
  AUTHENTICATE: "banks that ask the customer",
  METHODS: "payment methods",
  PAYNOW: "pay now",
  ACCOUNTS: "one account with the gateway per client",
  FIELDS: "card fields of the gateway",
  RECONCILE: "the gateway and our payments agree",
  LEDGER: "the books of a client for accountants",
  PRODUCTS: "products and documents",
  DETAILS: "product details",
  AGENT: "the support site",
  ROLES: "what a staff account may do",
  SSO: "staff sign in with an identity provider",
  CORRECTION: "credits and write-offs",
  REFUND: "refunds",
  EVENT: "what we tell the account system and others, and what it tells us",
  CALLS: "the calls",
  ORIGIN: "where a request comes from and where links lead",
  ALIKE: "replies that must not reveal accounts",
  PROOF: "step-up code before credentials or email change",
  TRANSFER: "session transfers, and one customer per tab",
  GUESS: "limits on guessing without lockout",
  LIMIT: "rate limits and what one staff member can do",
  SCRIPT: "brand scripts and card forms",
  SECRET: "secrets, passwords and injected HTML",
  FAILURE: "failed charges of auto pay, and an unavailable gateway",
  EMAIL: "what emails look like",
  HELP: "claim and phone within reach",
  ACTIVITY: "the audit log as customers read it",
  RECORD: "the audit log, database roles and packages",
  CHAIN: "the hash chain of the audit log",
  OUTAGE: "an unavailable database",
  KEPT: "an account system that is away",
  LINES: "bad lines, releases, and browsers that store nothing",
  PAINT: "the first paint",
  TENANT: "isolation of clients",
  GROW: "engines to grow on",
  COST: "what a call costs",
  CONFIG: "settings and the check of a deployment",
  UPGRADE: "versions, and going from one to the next",
  CHECK: "the check of a deployment before it serves",
  CONTRACT: "the account system over HTTP",
  CONFORM: "checking an account system",
  REPOST: "posting again what an account system lost",
  MOVE: "accounts that were merged, split or transferred",
  LOADER: "loading and operator commands",
  REFRESH: "data of an account system are loaded again",
  IMPORT: "import and export of people",
  HASH: "imported password hashes",
  READY: "checking and making a brand",
  DETAIL: "details that are easy to miss",
  DEVICE: "supported browsers",
  STATUS: "the status page of staff",
  WATCH: "what operators and staff see of the system",
  BACKUP: "backing up and restoring",
  ASVS: "the security standard",
  KEYS: "keys and their rotation",
  JOB: "the background work of each server",
  PRIVACY: "personal data, and what people may ask",
}

const intro = `# Behaviors

<!-- \`npm run generate\` writes this page. -->

This page lists the titles of the tests whose title begins with an id, such as SESSION-01. The specification's checklist,
[deviations.md](deviations.md), [the accessibility report](accessibility-conformance.md) and [asvs.md](asvs.md) refer to these
ids. An ellipsis stands for the cases of a test that runs several times.`

const ids = `(?:(?:${Object.keys(groups).join("|")})-\\d\\d )+`
/** A text in a test file that begins with ids: a title, or a title in a table of cases. */
const title = new RegExp(`(["'\`])(${ids})((?:\\\\.|(?!\\1)[^\\\\])+)\\1`, "g")

/** The titles of all tests by behavior, without its id. */
export function behaviorTitles(): ReadonlyMap<string, ReadonlySet<string>> {
  const files = globSync("**/*.{test,spec}.ts", { cwd: root, exclude: ["**/node_modules", "dist"] })
  const found = new Map<string, Set<string>>()
  for (const file of files.sort()) {
    for (const [, , named = "", text = ""] of readFileSync(join(root, file), "utf8").matchAll(
      title,
    )) {
      for (const id of named.trim().split(" ")) {
        found.set(id, (found.get(id) ?? new Set()).add(shown(text)))
      }
    }
  }
  return found
}

/** A title as Markdown, without its tags. */
function shown(text: string): string {
  return text
    .replace(/ @[\w-]+/g, "")
    .replace(/\$\{[^}]*\}/g, "…")
    .replace(/\\(.)/g, "$1")
    .replace(/[<*_]/g, "\\$&")
}

export function behaviorsPage(): string {
  const titles = behaviorTitles()
  const sections = Object.entries(groups).map(([group, heading]) => {
    const own = [...titles].filter(([id]) => id.startsWith(`${group}-`)).sort(byId)
    const items = own.map(([id, texts]) => [`- ${id}`, ...[...texts].map((text) => `  - ${text}`)])
    return [`## ${group}: ${heading}`, ...items.flat()].join("\n")
  })
  return `${[intro, ...sections].join("\n\n")}\n`
}

const byId = ([one]: [string, unknown], [other]: [string, unknown]): number =>
  one < other ? -1 : 1
