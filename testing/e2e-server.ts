// One test app in a separate process, for a worker of the browser tests, which sends it commands:
// see e2e/app-process.ts.

import type { Files } from "#commands/load/example-folder.ts"
import type { StaffRole } from "#contracts/staff/staff-roles.ts"
import type { Database } from "#database/open.ts"
import { readConfig } from "#server/config/config.ts"
import { type RunningServer, startServer } from "#server/main.ts"
import { builtWeb } from "#server/page/web.ts"
import { contentTitles } from "#services/brands/loading/content-files.ts"
import { createStaffAccounts } from "#services/staff/accounts/staff-accounts.ts"
import type { Message } from "#tools/mailbox/mailbox.ts"
import { type AccountSystem, createAccountSystem } from "./account-system.ts"
import { serveBehindFaults } from "./account-system-over-http.ts"
import { startTestApp, type TestApp } from "./app.ts"
import { type BrandScripts, setBrandScripts } from "./brand-scripts.store.ts"
import { setCachedDataHours } from "./cached-data.store.ts"
import type { TestClock } from "./clock.ts"
import { forgetAllPostings } from "./forgotten-postings.store.ts"
import { type FullLine, fillCustomerLine } from "./full-line.store.ts"
import { harmlessFaults } from "./harmless-faults.ts"
import { plantInContents, plantInProducts } from "./hostile-data.store.ts"
import { logLines } from "./log-lines.ts"
import { loadNewBrand } from "./new-brand.ts"
import { openSession, type SignedIn } from "./open-session.ts"
import { createCommands, withHarborFolder } from "./operator-commands.ts"
import { payFor, type SavedMethod, saveMethod } from "./pay-now.ts"
import { type Provided, type ProvidedPerson, startProvided } from "./provided-server.ts"
import { type NewName, renamePerson } from "./renamed-person.store.ts"
import { buildAgain } from "./second-build.ts"
import { keySettings, testAudit, testPasswords } from "./secret-key.ts"
import { giveRoles } from "./staff-roles.store.ts"
import { letBillingWait, letEmailWait, letPaymentsWait } from "./status-trouble.store.ts"
import type { ScriptFault } from "./stripe-js/stand-in.ts"
import { type StripePortal, startStripePortal } from "./stripe-portal.ts"
import { unsubscribeToken } from "./unsubscribe-link.ts"

/**
 * Where the account system is: in the app's database; outside of it, so that it can be made
 * unavailable; or behind an HTTP connection with faults.
 */
export type AccountSystemPlace = "database" | "elsewhere" | "http"

/** The seed of the connection's faults. `npm run prove` sets it. */
const seed = Number(process.env.PROVE_SEED ?? 1)

export interface StartedApp {
  port: number
  engine: Database["engine"]
  /** Port of the payment gateway, the only other server that a page calls. */
  gatewayPort: number
}

let app: TestApp | undefined
let accountSystem: AccountSystem | undefined
let overHttp: Awaited<ReturnType<typeof serveBehindFaults>> | undefined
let release: RunningServer | undefined
let line: FullLine | undefined
let provided: Provided | undefined
let stripePortal: StripePortal | undefined
/** An error that a test expects in the log. */
let expectedError: string | undefined

const tasks = {
  /** Starts with the demo's original data, and an account system in this place. */
  async startAnew(place: AccountSystemPlace): Promise<StartedApp> {
    await release?.close()
    release = undefined
    await provided?.close()
    provided = undefined
    await stripePortal?.close()
    stripePortal = undefined
    await app?.close()
    await overHttp?.close()
    overHttp = undefined
    accountSystem = undefined
    const policyAdmin = (database: Database) => {
      accountSystem = createAccountSystem(database)
      return accountSystem.policyAdmin
    }
    expectedError = undefined
    const env = async (database: Database, clock: TestClock): Promise<Record<string, string>> => {
      if (place === "http")
        overHttp = await serveBehindFaults(database, clock, harmlessFaults(seed))
      // A busy machine can delay the sandbox gateway.
      return { LOG_LEVEL: "error", PAYMENT_GATEWAY_TIMEOUT: "5", ...overHttp?.settings }
    }
    const web = await builtWeb()
    const options = {
      web,
      secondTenant: false,
      env,
      logTo: logLines((line) => {
        if (expectedError === undefined || !line.includes(expectedError)) console.error(line)
      }),
      jobs: "timers" as const,
      ...(place === "elsewhere" && { policyAdmin }),
    }
    app = await startTestApp(options)
    const gatewayPort = Number(new URL(app.gateway.address).port)
    return { port: app.port, engine: app.database.engine, gatewayPort }
  },
  /** Differences between our payments and those of an account system over HTTP. */
  async wrongPostings(): Promise<string[]> {
    return (await overHttp?.wrong()) ?? []
  },
  /**
   * Starts a server of the build on a separate port, or replaces it there by one of the second
   * build. Returns the port.
   */
  async startRelease(second: boolean): Promise<number> {
    const { database, clock, mailbox } = running()
    const web = second ? await builtWeb(await buildAgain()) : await builtWeb()
    const env = { PORT: String(release?.port ?? 0), ...keySettings, LOG_LEVEL: "error" }
    const config = readConfig({ ...env, SMTP_URL: mailbox.smtpUrl, BILLING_RUN: "off" })
    await release?.close()
    release = await startServer({
      ...{ config, database, clock, web },
      databaseTime: async () => clock.now(),
    })
    return release.port
  },
  /**
   * Starts a server with an identity provider, on separate ports. `person` can sign in there with a
   * link that contains their id. Returns the port.
   */
  async startWithProvider({ local, ...more }: { local: "on" | "off" } & ProvidedPerson) {
    const { database, clock, mailbox } = running()
    await provided?.close()
    provided = await startProvided({ database, clock, smtpUrl: mailbox.smtpUrl, local, ...more })
    return provided.port
  },
  /** Starts a server whose gateway is Stripe's adapter, on a separate port, if none runs. */
  async startOverStripe(): Promise<Pick<StripePortal, "port" | "addresses">> {
    const { database, clock, mailbox } = running()
    stripePortal ??= await startStripePortal({ database, clock, smtpUrl: mailbox.smtpUrl })
    stripePortal.setFaults([])
    return { port: stripePortal.port, addresses: stripePortal.addresses }
  },
  async setScriptFaults(faults: ScriptFault[]): Promise<void> {
    stripePortal?.setFaults(faults)
  },
  async setGroups({ id, groups }: { id: string; groups: string[] }): Promise<void> {
    provided?.setGroups(id, groups)
  },
  /** Fills the customers' queue for hashing, until `emptyLine`. */
  async fillLine(): Promise<void> {
    line = await fillCustomerLine(running())
  },
  async emptyLine(): Promise<void> {
    await line?.empty()
  },
  /** Makes the account system unavailable, or available again. */
  async takeAccountSystemAway(isAway: boolean): Promise<void> {
    if (isAway) accountSystem?.goAway()
    else accountSystem?.comeBack()
  },
  /** Makes the account system answer but post no payment. */
  async stopPosting(): Promise<void> {
    accountSystem?.goAway("applyPayment")
  },
  /** Makes an email, the payments of Harbor's customers and its billing wait for too long. */
  async makeStatusTrouble(): Promise<void> {
    const { database, clock } = running()
    const now = clock.now()
    await letEmailWait(database, 7, now)
    await letPaymentsWait(database, "harbor", { status: "unknown", minutes: 22 }, now)
    await letBillingWait(database, "harbor", 27, now)
  },
  async keepDataFor({ client, hours }: { client: string; hours: number }): Promise<void> {
    await setCachedDataHours(running().database, client, hours)
  },
  async renamePerson(name: NewName): Promise<void> {
    await renamePerson(running().database, name)
  },
  async advance(by: Temporal.DurationLike): Promise<void> {
    running().clock.advance(by)
  },
  /** The server's clock, in milliseconds since 1970. */
  async now(): Promise<number> {
    return running().clock.now().getTime()
  },
  /** Creates a staff account as the operator does, with an initial password. */
  async addStaff(account: { username: string; email: string; password: string }): Promise<void> {
    const { database, clock } = running()
    const audit = testAudit(clock)
    const accounts = createStaffAccounts({ database, clock, audit, passwords: testPasswords })
    const rest = { clients: null, needsSecondFactor: false }
    await accounts.add({ ...account, firstName: "Nia", lastName: "Newman", ...rest })
  },
  /** Lets a staff member of the demo work without an authenticator app. */
  async releaseSecondFactor(username: string): Promise<void> {
    const { database, clock } = running()
    const audit = testAudit(clock)
    const accounts = createStaffAccounts({ database, clock, audit, passwords: testPasswords })
    await accounts.needSecondFactor(username, false)
  },
  async billingRun(): Promise<void> {
    await running().billingRun()
  },
  /** Compares the payments with the gateway, as the daily sweep does. */
  async sweep(): Promise<void> {
    await running().sweep()
  },
  /** Loads a brand that `new-brand` creates with these options. */
  async loadNewBrand(brand: {
    name: string
    options: Record<string, string>
    texts?: Record<string, string>
  }): Promise<void> {
    await loadNewBrand(running(), brand.name, brand.options, brand.texts)
  },
  async saveMethod(method: SavedMethod): Promise<void> {
    await saveMethod(running().database, method)
  },
  /** Pays what a person owes for a product; returns the confirmation number. */
  async pay(due: { username: string; client: string; policyNumber: string }): Promise<string> {
    const paid = await payFor(running(), due.username, due.client, due.policyNumber)
    return paid.confirmationNumber
  },
  /** Deletes all payments of a client from the account system, as if its backup was restored. */
  async forgetPayments(client: string): Promise<void> {
    expectedError = '"difference":"billPaid"'
    await forgetAllPostings(running().database, client)
  },
  /** The amount of each charge at the sandbox, in cents. */
  async charged(): Promise<number[]> {
    const charges = running().gateway.charges()
    return charges.filter(({ status }) => status !== "declined").map(({ amount }) => amount)
  },
  /** Makes every text of these clients hostile, and gives a person a product for each text. */
  async plantHostileMarkup({ username, clients }: { username: string; clients: string[] }) {
    const { database } = running()
    const titles = [...contentTitles, "request.notFound", "product.gone"]
    for (const [turn, client] of clients.entries()) {
      await plantInContents(database, client, titles, turn)
    }
    return await plantInProducts(database, username, "4001930427")
  },
  /** Replaces all scripts of a client, whose site must not have been requested before. */
  async setBrandScripts(brand: BrandScripts): Promise<void> {
    await setBrandScripts(running(), brand)
  },
  async readMail({ to, about }: { to: string; about: string }): Promise<Message> {
    return await running().readMail(to, about)
  },
  async readCode(to: string): Promise<string> {
    return await running().readCode(to)
  },
  /** The token of an unsubscribe link from an email about payments. */
  async unsubscribeToken(username: string): Promise<string> {
    return await unsubscribeToken(running(), username)
  },
  async giveRoles({ userid, roles }: { userid: string; roles: StaffRole[] }): Promise<void> {
    await giveRoles(running().database, userid, roles)
  },
  /**
   * Runs an operator command. FOLDER stands for a folder with Harbor's brand and these files of it,
   * and FILE for the first of them. Returns the standard output.
   */
  async portal({ typed, files }: { typed: string[]; files: Files }): Promise<string> {
    const { database, clock, port } = running()
    return await withHarborFolder(files, async (folder, file) => {
      const words = typed.map((word) => ({ FOLDER: folder, FILE: file })[word] ?? word)
      const { out, err, code } = await createCommands(database, clock, port).run(...words)
      if (code !== 0) throw new Error(err)
      return out
    })
  },
  async openSession(of: { host: string; username: string }): Promise<SignedIn> {
    return await openSession(running(), of)
  },
}

export type Tasks = typeof tasks

function running(): TestApp {
  if (!app) throw new Error("The app has not been started.")
  return app
}

interface Order {
  id: number
  task: keyof Tasks
  argument: never
}

process.on("message", async ({ id, task, argument }: Order) => {
  try {
    process.send?.({ id, result: await tasks[task](argument) })
  } catch (error) {
    process.send?.({ id, error: (error as Error).message })
  }
})
process.on("disconnect", () => process.exit())
