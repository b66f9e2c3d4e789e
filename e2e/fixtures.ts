import { test as base, expect } from "@playwright/test"
import { demoPerson } from "#testing/demo-people.ts"
import type { Message } from "#tools/mailbox/mailbox.ts"
import { type AppProcess, startAppProcess } from "./app-process.ts"
import { watchPages } from "./guard.ts"

export { expect } from "@playwright/test"
export { axeCheck } from "./axe-check.ts"

interface WorkerFixtures {
  /** What the databases of this project stand on. */
  engine: "PGlite" | "PostgreSQL"
  app: AppProcess
}

interface Fixtures {
  /** Port of an app that starts each spec file with the demo's data as they were. */
  port: number
  /** Address of a demo site, such as site("harbor"); paths are given after it. */
  site(name: string): string
  /** Signs in behind the scenes, as a person of the demo, and opens the dashboard. */
  login(siteName: string, username: string): Promise<void>
  /**
   * The newest mail to a person of the demo that was not read before; waits for it. Who has no
   * username yet is named by their address. `about` stands in its subject, where several may come
   * at the same time.
   */
  readEmail(usernameOrAddress: string, about?: string): Promise<Message>
  /** The one-time code in that mail. */
  readCode(usernameOrAddress: string): Promise<string>
  /** Moves the time on, for the server and for pages alike. */
  advance(by: { minutes?: number; seconds?: number }): Promise<void>
  /** What a spec provokes on purpose, such as an error that React prints. */
  expectedFaults: RegExp[]
  quietPages: undefined
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  engine: ["PGlite", { option: true, scope: "worker" }],

  app: [
    async ({ engine }, use) => {
      const env = { ...process.env }
      if (engine === "PGlite") delete env.TEST_DATABASE_URL
      const app = startAppProcess(env)
      await use(app)
      app.end()
    },
    { scope: "worker" },
  ],

  port: async ({ app }, use, { file }) => use((await app.startedFor(file)).port),

  site: async ({ port }, use) => use((name) => `http://${name}.localhost:${port}`),

  login: async ({ app, site, page }, use) => {
    await use(async (siteName, username) => {
      const host = `${siteName}.localhost`
      const { user, cookies } = await app.ask("signIn", { host, username })
      const url = site(siteName)
      await page.context().addCookies(
        cookies.map((cookie) => ({
          ...cookie,
          url,
          httpOnly: true,
          sameSite: "Strict" as const,
        })),
      )
      await page.addInitScript(keepSession, { origin: url, user: JSON.stringify(user) })
      await page.goto(`${url}/dashboard`)
    })
  },

  readEmail: async ({ app }, use) => {
    await use((name, about = "") => app.ask("readMail", { to: addressOf(name), about }))
  },

  readCode: async ({ app }, use) => {
    await use((name) => app.ask("readCode", addressOf(name)))
  },

  advance: async ({ app, page }, use) => {
    await page.clock.install()
    await use(async (by) => {
      await app.ask("advance", by)
      const milliseconds = ((by.minutes ?? 0) * 60 + (by.seconds ?? 0)) * 1000
      await page.clock.runFor(milliseconds)
    })
  },

  expectedFaults: [[], { option: true }],

  quietPages: [
    async ({ context, app, expectedFaults }, use, { file }) => {
      const faults = watchPages(context, await app.startedFor(file))
      await use(undefined)
      const unexpected = faults.filter((fault) => !expectedFaults.some((one) => one.test(fault)))
      expect(unexpected, "what no page may do").toEqual([])
    },
    { auto: true },
  ],
})

function addressOf(usernameOrAddress: string): string {
  if (usernameOrAddress.includes("@")) return usernameOrAddress
  return demoPerson(usernameOrAddress).emailAddress
}

/** Runs in the page before its own scripts: once, so that a session that ends stays ended. */
function keepSession({ origin, user }: { origin: string; user: string }): void {
  if (location.origin !== origin || sessionStorage.getItem("kept")) return
  sessionStorage.setItem("kept", "yes")
  localStorage.setItem("user", user)
  localStorage.setItem("lastActivity", String(Date.now()))
}
