import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "@playwright/test"
import { openWithTagManager } from "./first-page.ts"
import { expect, test } from "./fixtures.ts"
import { actFor } from "./staff.ts"

declare global {
  interface Window {
    waits: number[]
  }
}

const assets = join("dist", "assets")
const manager = "https://www.googletagmanager.com/gtm.js?id=GTM-TEST"

test.use({ expectedFaults: [/asked another host: https:\/\/www\.googletagmanager\.com/] })

test.beforeEach(async ({ context }) => {
  await context.route(/googletagmanager/, (route) =>
    route.fulfill({ contentType: "text/javascript", body: "window.managerRuns = true" }),
  )
})

test("SESSION-08 the first page view comes after 3 seconds, the next ones after half a second", async ({
  page,
  site,
  advance,
}) => {
  await page.addInitScript(measureWaits)
  await openMeasured(page, site("harbor"))
  await page.getByRole("heading", { level: 1 }).waitFor()
  await advance({ seconds: 4 })
  await expect
    .poll(() => pageViews(page))
    .toEqual([{ event: "pageView", pagePath: "/", pageTitle: "Harbor Mutual Login" }])
  await expect.poll(() => page.evaluate(() => "managerRuns" in window)).toBe(true)
  expect(await managers(page)).toBe(1)

  await page.getByRole("link", { name: "Forgot username?" }).click()
  await page.getByRole("heading", { name: "Forgot your username?" }).waitFor()
  await advance({ seconds: 1 })
  await expect
    .poll(() => pageViews(page).then((views) => views.at(-1)))
    .toEqual({
      event: "pageView",
      pagePath: "/forgot-username",
      pageTitle: "Harbor Mutual Forgot Username",
    })
  expect(await managers(page)).toBe(1)

  const [first = 0, second = 0, ...more] = await page.evaluate(() => window.waits)
  expect(first).toBeGreaterThanOrEqual(3000)
  expect(second).toBeGreaterThanOrEqual(500)
  expect(more).toEqual([])
})

test("SESSION-08 a ticket is never reported", async ({ page, site, advance }) => {
  await openMeasured(page, `${site("harbor")}/reset-password/very-secret`)
  await page.getByRole("heading", { name: "Reset your password" }).waitFor()
  await advance({ seconds: 4 })
  expect(JSON.stringify(await pageViews(page))).toContain("/reset-password/:token")
  expect(JSON.stringify(await pageViews(page))).not.toContain("very-secret")
})

test("SESSION-08 AGENT-03 staff who act for a customer are told apart", async ({
  page,
  site,
  login,
  advance,
}) => {
  await login("support", "agent.kim")
  const customerSite = await actFor(page, "maria.santos")
  await openMeasured(customerSite, `${site("harbor")}/products-main`)
  await customerSite.getByRole("heading", { level: 1 }).waitFor()
  await advance({ seconds: 4 })
  expect((await pageViews(customerSite)).at(-1)).toMatchObject({
    pageTitle: "CS:Harbor Mutual Product Summary",
  })
})

test("PROFILE-03 the contact dialog is reported under a path of its own", async ({
  page,
  site,
  login,
  advance,
}) => {
  await login("harbor", "james.okafor")
  await openMeasured(page, `${site("harbor")}/my-profile`)
  await page.getByRole("button", { name: "Make Changes" }).click()
  await page.getByLabel("Address 1").waitFor()
  await advance({ seconds: 2 })
  await expect
    .poll(() => pageViews(page).then((views) => views.map((view) => JSON.stringify(view)).join()))
    .toContain('"pagePath":"/change-contact-info"')
})

test("SESSION-08 without a tag manager, or against a person's wish, nothing is loaded", async ({
  page,
  site,
  advance,
}) => {
  await page.goto(site("harbor"))
  await advance({ seconds: 5 })
  expect(await page.evaluate(() => window.dataLayer)).toBeUndefined()

  await page.addInitScript(() => {
    Object.defineProperty(navigator, "globalPrivacyControl", { value: true })
  })
  await openMeasured(page, site("harbor"))
  await advance({ seconds: 5 })
  expect(await pageViews(page)).toEqual([])
  expect(await managers(page)).toBe(0)
})

/** Notes, by the page's clock, how long after a load or a change of address each page view comes. */
function measureWaits() {
  let from = Date.now()
  window.waits = []
  const { pushState } = history
  history.pushState = function (...change) {
    from = Date.now()
    pushState.apply(this, change)
  }
  const dataLayer: object[] = []
  dataLayer.push = (...entries) => {
    for (const entry of entries) {
      if ("event" in entry && entry.event === "pageView") window.waits.push(Date.now() - from)
    }
    return Array.prototype.push.apply(dataLayer, entries)
  }
  window.dataLayer = dataLayer
}

/** Built files are named by their hash alone. */
function analyticsFile(): string | undefined {
  const holdsIt = (name: string) =>
    name.endsWith(".js") && readFileSync(join(assets, name), "utf8").includes("googletagmanager")
  return readdirSync(assets).find(holdsIt)
}

/** Opens a page of a client that has a tag manager, up to where page views are awaited. */
async function openMeasured(page: Page, address: string) {
  const loaded = page.waitForResponse(`**/assets/${analyticsFile()}`)
  await openWithTagManager(page, address)
  const file = (await loaded).url()
  await page.evaluate(async (url) => void (await import(url)), file)
}

async function pageViews(page: Page) {
  return await page.evaluate(() =>
    (window.dataLayer ?? []).filter((entry) => "event" in entry && entry.event === "pageView"),
  )
}

async function managers(page: Page) {
  return await page.locator(`script[src="${manager}"]`).count()
}
