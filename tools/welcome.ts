import type { SiteAddress } from "#commands/sites.store.ts"
import type { Database } from "#database/open.ts"
import type { Config } from "#server/config/config.ts"
import { type DemoPerson, demoPeople } from "#testing/demo-people.ts"

/** The text after a start: the addresses, the sign-ins, and the engine. */
export function welcome({
  sites,
  server,
  mailbox,
  database,
  config,
}: {
  sites: SiteAddress[]
  server: { origin(host: string): string }
  mailbox: { httpUrl: string } | undefined
  database: Pick<Database, "engine">
  config: Pick<Config, "dataFolder" | "smtpUrl" | "paymentGateway">
}): string {
  const people = demoPeople()
  const lines = sites.map((site) => {
    const person = people.find((one) => isFor(one, site))
    return [
      site.clientName,
      server.origin(site.host),
      person ? `${person.username}, password ${person.password}` : "",
    ]
  })
  return [
    "My Account is ready:",
    "",
    ...inColumns(lines),
    "",
    mailbox
      ? `Every email, codes too, arrives at ${mailbox.httpUrl}, and every event at ${mailbox.httpUrl}/events`
      : `Emails are sent by ${new URL(config.smtpUrl ?? "").host}.`,
    ...(config.paymentGateway.kind === "sandbox"
      ? [
          "No money moves: the sandbox charges card 4242 4242 4242 4242, and docs/sandbox.md has more.",
        ]
      : []),
    ...(database.engine === "PGlite"
      ? [
          `The data are in ${config.dataFolder}, kept by PGlite: suitable for trying the product only, because a power failure can lose data (no fsync).`,
          "A real site sets DATABASE_URL to a PostgreSQL.",
        ]
      : ["The data are in the PostgreSQL that DATABASE_URL names."]),
    "Ctrl-C ends it; the data stay.",
  ].join("\n")
}

function isFor(person: DemoPerson, { client, isCustomerSite }: SiteAddress): boolean {
  return isCustomerSite ? person.client === client : person.client === undefined
}

function inColumns(lines: string[][]): string[] {
  const widths = [0, 1].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines.map((line) => {
    const cells = line.map((cell, column) => cell.padEnd(widths[column] ?? 0))
    return `  ${cells.join("  ")}`.trimEnd()
  })
}
