import { type Endpoints, endpoints } from "#contracts/endpoints.ts"
import { ApiError } from "#contracts/messages.ts"
import type { Database } from "#database/open.ts"
import { asWaited } from "#server/calls/hashing-lines.ts"
import { siteOf } from "#server/calls/sites.ts"
import { readConfig } from "#server/config/config.ts"
import { wire } from "#server/wire.ts"
import type { CookieName } from "#services/call-request.ts"
import { type Mailbox, startMailbox } from "#tools/mailbox/mailbox.ts"
import { createTestClock, type TestClock } from "./clock.ts"
import { openDemoDatabase } from "./demo-database.ts"
import { createManualJobs } from "./schedulers.ts"
import { keySettings } from "./secret-key.ts"

export interface DirectCalls {
  database: Database
  clock: TestClock
  mailbox: Mailbox
  /** Runs the due jobs: see `createManualJobs`. */
  settle(): Promise<void>
  /** The service's reply, or its error. */
  call(
    cookies: Map<CookieName, string>,
    key: keyof Endpoints,
    body: object,
    params?: object,
  ): Promise<object | ApiError>
  close(): Promise<void>
}

/**
 * The real services over the demo's data, called without the server: no proof of work and no rate
 * limit by address, so that a test can make thousands of calls at one site. `siteAddress` is not
 * checked: with an invalid address, every attempt to write an email fails.
 */
export async function startDirectCalls(
  host: string,
  siteAddress = "http://{host}",
): Promise<DirectCalls> {
  const clock = createTestClock()
  const { scheduler, settle } = createManualJobs(clock)
  const database = await openDemoDatabase(clock)
  const mailbox = await startMailbox({ httpPort: 0 })
  const config = {
    ...readConfig({ SMTP_URL: mailbox.smtpUrl, ...keySettings }),
    siteAddress,
  }
  const wired = await wire({
    config,
    database,
    clock,
    databaseTime: async () => clock.now(),
    scheduler,
    log: { info() {}, warn() {}, error() {} },
  })
  const row = await wired.brands.clients.siteByHost(host)
  if (!row) throw new Error(`${host} is no host of the demo.`)
  const site = siteOf(row, wired.addresses)

  return {
    database,
    clock,
    mailbox,
    settle,
    async call(cookies, key, body, params = {}) {
      const { body: schema } = endpoints[key] as { body?: { parse(value: unknown): unknown } }
      const handler = wired.handlers[key] as (request: object) => Promise<object>
      try {
        const request = {
          site,
          session: null,
          params,
          query: undefined,
          body: schema?.parse(body),
          idempotencyKey: "",
          ip: "",
          cookies: {
            get: (name: CookieName) => cookies.get(name),
            set: (name: CookieName, value: string) => cookies.set(name, value),
            clear: (name: CookieName) => cookies.delete(name),
          },
        }
        return await asWaited(() => handler(request))
      } catch (error) {
        if (error instanceof ApiError) return error
        throw error
      }
    },
    async close() {
      await wired.stop()
      await Promise.all([mailbox.close(), database.close()])
    },
  }
}
