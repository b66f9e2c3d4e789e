import type { Page } from "@playwright/test"
import { expect, test } from "./fixtures.ts"
import { actFor } from "./staff.ts"

declare global {
  interface Window {
    waits: number[]
  }
}

const manager = "https://www.googletagmanager.com/gtm.js?id=GTM-TEST"

test.use({ expectedFaults: [/asked another host: https:\/\/www\.googletagmanager\.com/] })

test.beforeEach(async ({ app, context }) => {
  for (const client of ["harbor", "support"]) {
    await app.ask("setBrandScripts", { client, gtmId: "GTM-TEST" })
  }
  await context.route(/googletagmanager/, (route) =>
    route.fulfill({ contentType: "text/javascript", body: "window.managerRuns = true" }),
  )
})

test("SESSION-08 the first page view is reported after 3 seconds and later ones after half a second @prove", async ({
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

  const [first = 0, ...next] = await halfSeconds(page)
  expect(first).toBeGreaterThanOrEqual(3000)
  expect(next).toEqual([500])
})

test("SESSION-08 page views between signed-in screens are reported after a second @prove", async ({
  page,
  site,
  login,
  advance,
}) => {
  await login("harbor", "maria.santos")
  await page.addInitScript(measureWaits)
  await openMeasured(page, `${site("harbor")}/dashboard`)
  await advance({ seconds: 4 })
  for (const name of ["Products", "Home"]) {
    await goTo(page, name)
    await advance({ seconds: 1 })
  }
  await expect
    .poll(() => pageViews(page))
    .toEqual([
      { event: "pageView", pagePath: "/dashboard", pageTitle: "Harbor Mutual My Account Home" },
      { event: "pageView", pagePath: "/products-main", pageTitle: "Harbor Mutual Product Summary" },
      { event: "pageView", pagePath: "/dashboard", pageTitle: "Harbor Mutual My Account Home" },
    ])
  const [first = 0, ...next] = await halfSeconds(page)
  expect(first).toBeGreaterThanOrEqual(3000)
  expect(next).toEqual([1000, 1000])
})

test("SESSION-08 page views never contain a ticket", async ({ page, site, advance }) => {
  await openMeasured(page, `${site("harbor")}/reset-password/very-secret`)
  await page.getByRole("heading", { name: "Reset your password" }).waitFor()
  await advance({ seconds: 4 })
  expect(JSON.stringify(await pageViews(page))).toContain("/reset-password/:token")
  expect(JSON.stringify(await pageViews(page))).not.toContain("very-secret")
})

test("SESSION-08 AGENT-03 staff are reported separately, at the support site and where they act for a customer @prove", async ({
  page,
  site,
  login,
  advance,
}) => {
  await login("support", "agent.kim")
  await openMeasured(page, `${site("support")}/customer-home`)
  await advance({ seconds: 4 })
  await expect
    .poll(() => pageViews(page))
    .toEqual([
      {
        event: "pageView",
        pagePath: "/customer-home",
        pageTitle: "CS:My Account Support My Account Home",
      },
    ])

  const customerSite = await actFor(page, "maria.santos")
  await customerSite.addInitScript(measureWaits)
  // Otherwise, the analytics file could still be loading for the document that is left.
  await customerSite.waitForLoadState("networkidle")
  await openMeasured(customerSite, `${site("harbor")}/products-main`)
  await advance({ seconds: 4 })
  await goTo(customerSite, "Home")
  await advance({ seconds: 1 })
  await expect
    .poll(() => pageViews(customerSite))
    .toMatchObject([
      { pagePath: "/products-main", pageTitle: "CS:Harbor Mutual Product Summary" },
      { pagePath: "/dashboard", pageTitle: "CS:Harbor Mutual My Account Home" },
    ])
  expect((await halfSeconds(customerSite)).slice(1)).toEqual([1000])
})

test("PROFILE-03 the contact dialog is reported under its own path @prove", async ({
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

test("SESSION-08 nothing loads without a tag manager or if a person opted out @prove", async ({
  page,
  site,
  advance,
}) => {
  await page.goto(site("wayfarer"))
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

test("SCRIPT-10 SESSION-08 views of the payment center are stored and sent from the next document with the tag manager @prove", async ({
  page,
  site,
  login,
  advance,
}) => {
  await login("harbor", "maria.santos")
  await openMeasured(page, `${site("harbor")}/dashboard`)
  await advance({ seconds: 4 })
  await goTo(page, "Payment Center")
  await page.getByRole("heading", { level: 1, name: "Payment Center" }).waitFor()
  const kept = () => page.evaluate(() => sessionStorage.getItem("pageViews"))
  await expect.poll(() => advance({ seconds: 1 }).then(kept)).not.toBeNull()
  await page.getByRole("link", { name: "Payment History" }).filter({ visible: true }).click()
  await page.getByRole("heading", { level: 2, name: "Payment History" }).waitFor()
  // The person left before the second was over, but the view counts.
  await page.clock.runFor(600)
  expect(await page.evaluate(() => window.dataLayer)).toBeUndefined()
  expect(await managers(page)).toBe(0)

  await goTo(page, "Products")
  await expect(page).toHaveURL(/products-main$/)
  expect(await pageViews(page)).toEqual([])
  await expect
    .poll(() => advance({ seconds: 1 }).then(() => pageViews(page)))
    .toEqual([
      {
        event: "pageView",
        pagePath: "/payment-center/products",
        pageTitle: "Harbor Mutual Payment Center",
      },
      {
        event: "pageView",
        pagePath: "/payment-center/payment-history",
        pageTitle: "Harbor Mutual Payment History",
      },
      { event: "pageView", pagePath: "/products-main", pageTitle: "Harbor Mutual Product Summary" },
    ])
  expect(await page.evaluate(() => sessionStorage.getItem("pageViews"))).toBeNull()
})

/**
 * Measures with the page's clock how long after a load or navigation each page view is reported.
 */
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

/**
 * The results of `measureWaits`, rounded down, because the page needs a moment between a navigation
 * and the start of its timer.
 */
async function halfSeconds(page: Page) {
  const waits = await page.evaluate(() => window.waits)
  return waits.map((wait) => Math.floor(wait / 500) * 500)
}

async function goTo(page: Page, name: string) {
  const navigation = page.getByRole("navigation", { name: "Main" }).filter({ visible: true })
  // Until its style sheet hides it, a new document also shows the bottom bar of phones.
  const link = navigation.getByRole("link", { name }).first()
  await link.click()
  await expect(link).toHaveAttribute("aria-current", "page")
}

/** The path of the file that measures page views, whose built name contains only a hash. */
let analyticsFile = ""

/** Opens a page and waits until it measures page views. */
async function openMeasured(page: Page, address: string) {
  const loaded = page.waitForResponse(async (response) => {
    if (!/\/assets\/[^/]+\.js$/.test(response.url())) return false
    // The text of a file cannot be read after its document is left.
    const text = await response.text().catch(() => "")
    return text.includes("googletagmanager")
  })
  await page.goto(address)
  analyticsFile = new URL((await loaded).url()).pathname
  await analyticsStarted(page)
}

/** Waits until a document measures page views. */
async function analyticsStarted(page: Page) {
  const file = new URL(analyticsFile, page.url()).href
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
