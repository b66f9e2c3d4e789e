import {
  type BrowserContext,
  test as base,
  expect,
  type Page,
  type TestInfo,
} from "@playwright/test"
import { demoPerson } from "#testing/demo-people.ts"
import type { AccountSystemPlace } from "#testing/e2e-server.ts"
import type { Message } from "#tools/mailbox/mailbox.ts"
import { type AppProcess, startAppProcess } from "./app-process.ts"
import { watchPages } from "./guard.ts"
import { loadAfterDialogs } from "./page-loads.ts"

export { expect } from "@playwright/test"
export { axeCheck } from "./axe-check.ts"

interface WorkerFixtures {
  /** The database engine of this project. */
  engine: "PGlite" | "PostgreSQL"
  accountSystem: AccountSystemPlace
  app: AppProcess
}

interface Fixtures {
  /** Whether features that some supported browser lacks are removed from the pages. */
  isOlder: boolean
  removedFeatures: undefined
  /**
   * The port of an app that starts each spec file with the original demo data. A test with the tag
   * @own-app has a separate app, because it changes state that the other tests of its file see,
   * such as the date.
   */
  port: number
  /** Address of a demo site, such as site("harbor"). Append a path to it. */
  site(name: string): string
  /**
   * Opens a session for a demo person without the login form, and then their home page, in `on` or
   * in the page of the test.
   */
  login(siteName: string, username: string, on?: Page): Promise<void>
  /** A page in a separate browser, for a second person. */
  anotherPage(): Promise<Page>
  /**
   * Waits for the newest unread email to a demo person, by username or, for a person without a
   * username, by address. `about` is a part of the subject, for when several emails may arrive at
   * the same time.
   */
  readEmail(usernameOrAddress: string, about?: string): Promise<Message>
  /** The one-time code in the newest unread email. */
  readCode(usernameOrAddress: string): Promise<string>
  /** Moves the clocks of the server and of all pages forward. */
  advance(by: { minutes?: number; seconds?: number }): Promise<void>
  /** Faults that a spec provokes on purpose, such as an error that React prints. */
  expectedFaults: RegExp[]
  /** Checks the pages of a test for faults. Call it for each additional browser. */
  quietPages(another: BrowserContext): void
}

/** Milliseconds for the app to start, which do not count toward a test's timeout. */
const startTimeout = 300_000

export const test = base.extend<Fixtures, WorkerFixtures>({
  engine: ["PGlite", { option: true, scope: "worker" }],
  accountSystem: ["database", { option: true, scope: "worker" }],

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

  port: [
    async ({ app, engine, accountSystem }, use, info) => {
      const started = await app.startedFor(usersOf(info), accountSystem)
      expect(started.engine, "engine of the database").toBe(engine)
      await use(started.port)
    },
    { timeout: startTimeout },
  ],

  site: async ({ port }, use) => use((name) => `http://${name}.localhost:${port}`),

  login: async ({ app, site, page }, use) => {
    await use(async (siteName, username, on = page) => {
      const host = `${siteName}.localhost`
      const { user, cookies } = await app.ask("openSession", { host, username })
      const url = site(siteName)
      await on.context().addCookies(
        cookies.map((cookie) => ({
          ...cookie,
          url,
          httpOnly: true,
          sameSite: "Strict" as const,
        })),
      )
      const isStaff = siteName === "support"
      const key = isStaff ? "supportUser" : "user"
      await on.addInitScript(keepSession, { origin: url, key, user: JSON.stringify(user) })
      await on.goto(`${url}/${isStaff ? "customer-home" : "dashboard"}`)
    })
  },

  anotherPage: async ({ browser, quietPages }, use) => {
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext()
      contexts.push(context)
      quietPages(context)
      return await context.newPage()
    })
    for (const context of contexts) await context.close()
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

  isOlder: [false, { option: true }],

  removedFeatures: [
    async ({ isOlder, context }, use) => {
      if (isOlder) {
        const { removeLackingFeatures } = await import("./older-browser.ts")
        await removeLackingFeatures(context)
      }
      await use(undefined)
    },
    { auto: true },
  ],

  expectedFaults: [[], { option: true }],

  quietPages: [
    async ({ context, app, expectedFaults, accountSystem }, use, info) => {
      const started = await app.startedFor(usersOf(info), accountSystem)
      const faults: string[][] = []
      const watch = (watched: BrowserContext) => {
        loadAfterDialogs(watched)
        faults.push(watchPages(watched, started))
      }
      watch(context)
      await use(watch)
      const isExpected = (fault: string) => expectedFaults.some((one) => one.test(fault))
      const unexpected = faults.flat().filter((fault) => !isExpected(fault))
      expect(unexpected, "what no page may do").toEqual([])
      const wrong = accountSystem === "http" ? await app.ask("wrongPostings", undefined) : []
      expect(wrong, "payments and their postings").toEqual([])
    },
    { auto: true, timeout: startTimeout },
  ],
})

/** The key of the tests that share an app: a spec file, or a single test. */
function usersOf({ file, tags, testId }: TestInfo): string {
  return tags.includes("@own-app") ? testId : file
}

function addressOf(usernameOrAddress: string): string {
  if (usernameOrAddress.includes("@")) return usernameOrAddress
  return demoPerson(usernameOrAddress).emailAddress
}

/** Runs in the page before its own scripts, and only once, so that an ended session stays ended. */
function keepSession({ origin, key, user }: { origin: string; key: string; user: string }): void {
  if (location.origin !== origin || sessionStorage.getItem("kept")) return
  sessionStorage.setItem("kept", "yes")
  localStorage.setItem(key, user)
  localStorage.setItem("lastActivity", String(Date.now()))
}
