import type { OperatorCommand } from "#server/commands/operator-command.ts"
import { type DatabaseCommand, type LocalCommand, operatorCommandOf } from "./command.ts"

/** A command in the list of `npm run my-account -- --help`. Its code is loaded when it runs. */
export type Command = { summary: string } & (
  | { database: () => Promise<OperatorCommand> }
  | { local: () => Promise<LocalCommand> }
  // The module parses `process.argv` and runs when it is imported.
  | { program: () => Promise<unknown>; options: readonly string[] }
)

/** Every command of the operator by task, in the order of the help. */
export const tasks: Readonly<Record<string, Readonly<Record<string, Command>>>> = {
  "Brands and their data": {
    "new-brand": {
      summary: "writes a folder for a new brand, after ten questions",
      local: async () => (await import("./brands/new-brand.ts")).newBrand,
    },
    "check-folder": {
      summary: "finds mistakes in a folder of brands that customers would notice",
      local: async () => (await import("./brands/check-folder.ts")).checkFolderCommand,
    },
    load: {
      summary: "puts the brands, people, users, staff and documents of a folder online",
      database: async () => (await import("./load/load-command.ts")).loadCommand,
    },
    import: {
      summary: "imports people, products and bills of a client from CSV or NDJSON files",
      database: async () => (await import("./import/import-command.ts")).importCommand,
    },
    export: {
      summary: "writes the people of a client to files that `import` reads",
      database: async () => (await import("./import/export-command.ts")).exportCommand,
    },
  },
  "Releases of a brand": {
    preview: {
      summary: "stores a folder as releases, and prints links that show them",
      database: release(async () => (await import("./brands/preview.ts")).preview),
    },
    publish: {
      summary: "publishes a release, or a brand from a folder",
      database: release(async () => (await import("./brands/publish.ts")).publish),
    },
    releases: {
      summary: "lists the releases of a client",
      database: release(async () => (await import("./brands/releases.ts")).releases),
    },
    diff: {
      summary: "shows the differences between two releases",
      database: release(async () => (await import("./brands/diff.ts")).diff),
    },
    rollback: {
      summary: "publishes an earlier release again",
      database: release(async () => (await import("./brands/publish.ts")).rollback),
    },
    set: {
      summary: "changes a single text, color, logo or field, and publishes it",
      database: release(async () => (await import("./brands/set.ts")).set),
    },
  },
  "Customers and staff": {
    staff: {
      summary: "adds, changes and disables staff accounts",
      database: async () => (await import("./staff/staff-command.ts")).staffCommand,
    },
    person: {
      summary: "exports or erases the data of a person",
      database: async () => (await import("./person/person-command.ts")).personCommand,
    },
    "move-account": {
      summary: "moves records to another account number after a merger or transfer",
      database: release(
        async () => (await import("./customers/move-account.ts")).moveAccountCommand,
      ),
    },
    "end-sessions": {
      summary: "logs out a customer, or all customers of a client",
      database: release(async () => (await import("./customers/end-sessions.ts")).endSessions),
    },
  },
  Money: {
    "billing-run": {
      summary: "runs the daily billing now",
      program: () => import("./billing-run.ts"),
      options: ["catch-up", "client"],
    },
    ledger: {
      summary: "prints the books of a client for a period",
      database: async () => (await import("./ledger/ledger-command.ts")).ledgerCommand,
    },
    "failed-postings": {
      summary: "lists postings that the account system refuses, or posts them again",
      database: release(async () => (await import("./payments/failed-postings.ts")).failedPostings),
    },
    "lost-postings": {
      summary: "posts payments again that the account system lost",
      database: release(async () => (await import("./payments/lost-postings.ts")).lostPostings),
    },
    "refused-charges": {
      summary: "lists charges that the payment gateway refuses, or lets auto pay continue",
      database: release(async () => (await import("./payments/refused-charges.ts")).refusedCharges),
    },
    "unsent-notices": {
      summary: "lists emails about payments that had no address",
      database: release(async () => (await import("./payments/unsent-notices.ts")).unsentNotices),
    },
  },
  "The installation": {
    check: {
      summary: "checks settings, database and connected systems before a server starts",
      program: () => import("./check/check.ts"),
      options: ["json"],
    },
    migrate: {
      summary: "brings the database to this version",
      program: () => import("./migrate.ts"),
      options: ["plan"],
    },
    backup: {
      summary: "backs up the database and the documents, or checks a backup",
      program: () => import("./backup/backup.ts"),
      options: ["check"],
    },
    restore: {
      summary: "restores a backup into an empty database",
      program: () => import("./backup/restore.ts"),
      options: ["reconcile", "release", "without-payments"],
    },
    keys: {
      summary: "counts the values under each key, and exchanges keys",
      database: async () => (await import("./keys/keys-command.ts")).keysCommand,
    },
    audit: {
      summary: "checks the audit log",
      database: async () => (await import("./audit/audit-command.ts")).auditCommand,
    },
    events: {
      summary: "lists the events for other systems, and sends them again",
      database: async () => (await import("./events/events-command.ts")).eventsCommand,
    },
  },
  "An account system": {
    conform: {
      summary: "checks an account system against the contract",
      program: () => import("./conform/conform.ts"),
      options: ["token", "people", "write", "remember", "again", "junit", "json"],
    },
    "policy-admin": {
      summary: "serves the embedded account system with the people of the demo",
      program: () => import("./policy-admin/policy-admin.ts"),
      options: ["token", "port"],
    },
  },
}

/** Every command by its name. */
export const commands: Readonly<Record<string, Command>> = Object.assign(
  {},
  ...Object.values(tasks),
)

/** The command that a server runs because it holds the database; undefined for any other name. */
export async function servedCommand(name: string): Promise<OperatorCommand | undefined> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command && "database" in command) return await command.database()
  if (name === "backup") return (await import("./backup/backup-command.ts")).backupCommand
  return undefined
}

function release(load: () => Promise<DatabaseCommand>) {
  return async () => operatorCommandOf(await load())
}
