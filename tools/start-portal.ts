import { join } from "node:path"
import { servedCommand } from "#commands/commands.ts"
import { demoEvents } from "#commands/events/demo-events.ts"
import { type LoadOptions, loadFolder } from "#commands/load/load-folder.ts"
import { withTrialToken } from "#commands/policy-admin/trial-token.ts"
import { listSites } from "#commands/sites.store.ts"
import type { Database } from "#database/open.ts"
import { systemClock } from "#platform/clock.ts"
import type { DocumentStore } from "#ports/document-store/port.ts"
import { openAudit } from "#server/adapters/audit.ts"
import { openDocumentStore } from "#server/adapters/document-store.ts"
import { openPasswords } from "#server/adapters/passwords.ts"
import { type Config, readConfig } from "#server/config/config.ts"
import { startServer } from "#server/main.ts"
import { openMigratedDatabase } from "#server/migrated-database.ts"
import type { WebSource } from "#server/page/web.ts"
import type { EventSettings } from "#services/events/endpoints.ts"
import { demoFolder } from "#testing/demo-people.ts"
import { writeDemoDocuments } from "./demo-documents/write.ts"
import { type Mailbox, startMailbox } from "./mailbox/mailbox.ts"
import { welcome } from "./welcome.ts"

/**
 * Starts everything needed to try or develop the portal: the database, migrated and with the demo's
 * data if it has no client yet; a mailbox, unless SMTP_URL names a mail server; the server. Prints
 * their addresses, and ends with the first signal.
 *
 * `web` is the source of the browser's files; the build in dist/ by default. Errors: an `Error`
 * with one line a person can act on.
 */
export async function startPortal(web?: WebSource): Promise<void> {
  const config = readConfig(withTrialToken(process.env))
  for (const line of config.warnings) console.warn(`Warning: ${line}`)
  const closing: (() => Promise<void>)[] = []
  const close = async () => {
    for (const end of closing.toReversed()) await end()
  }
  endWithSignal(close)
  if (config.smtpUrl === undefined && config.port === config.mailboxPort && config.port !== 0) {
    throw new Error(
      `PORT and MAILBOX_PORT are both ${config.port}. Choose another for one of them.`,
    )
  }
  try {
    const database = await openMigratedDatabase(config)
    closing.push(() => database.close())
    const mailbox = config.smtpUrl === undefined ? await openMailbox(config) : undefined
    if (mailbox) closing.push(() => mailbox.close())
    await fill(database, {
      clock: systemClock,
      audit: openAudit(config, systemClock),
      passwords: openPasswords(config),
      documentStore: openDocumentStore(config.documentStore),
      leavesPeopleOut: config.policyAdmin !== "embedded",
    })
    const smtpUrl = mailbox?.smtpUrl ?? config.smtpUrl
    const events = mailbox ? eventsTo(mailbox, config) : config.events
    const server = await startServer({
      config: { ...config, smtpUrl, events },
      database,
      web,
      findCommand: servedCommand,
    }).catch(portInUse(config.port, "PORT"))
    closing.push(() => server.close())
    console.log(welcome({ sites: await listSites(database), server, mailbox, database, config }))
  } catch (error) {
    await close()
    throw error
  }
}

async function fill(
  database: Database,
  needs: LoadOptions & { documentStore: DocumentStore },
): Promise<void> {
  const sites = await listSites(database)
  if (sites.length > 0) return
  console.log("Loading the demo's data …")
  const { notices } = await loadFolder(database, demoFolder, needs)
  for (const notice of notices) console.log(notice)
  await writeDemoDocuments(needs.documentStore, demoFolder, needs.clock)
}

/** Without EVENTS_FILE, the mailbox is the endpoint of events. */
function eventsTo(mailbox: Mailbox, { events, dataFolder }: Config): EventSettings {
  if (process.env.EVENTS_FILE) return events
  const demo = demoEvents(join(dataFolder, "events.json"), mailbox.httpUrl)
  mailbox.takeEventsOf(demo.endpoints.flatMap(({ secrets }) => secrets))
  return demo
}

/** The mailbox stores its emails with the data. */
async function openMailbox({ mailboxPort, dataFolder }: Config): Promise<Mailbox> {
  const file = join(dataFolder, "mailbox.json")
  const mailbox = startMailbox({ httpPort: mailboxPort, file })
  return await mailbox.catch(portInUse(mailboxPort, "MAILBOX_PORT"))
}

function portInUse(port: number, setting: string): (error: Error) => never {
  return (error) => {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error
    throw new Error(
      `Port ${port} is in use. Stop what listens there, or choose another: ${setting}=${port + 1} npm start`,
      { cause: error },
    )
  }
}

/** A terminal, npm and other parents may each send the signal: only the first counts. */
function endWithSignal(close: () => Promise<void>): void {
  let ending = false
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, async () => {
      if (ending) return
      ending = true
      await close()
      process.exit(0)
    })
  }
}
