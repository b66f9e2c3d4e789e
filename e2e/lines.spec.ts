import type { Page } from "@playwright/test"
import { connectivityText } from "#contracts/connectivity.ts"
import { nextPageOffline, offline } from "#web/app/texts.ts"
import { logInToMyAccount } from "#web/identity/sign-in/texts.ts"
import { expect, test } from "./fixtures.ts"
import { goOffline, waitForIdlePage } from "./idle-page.ts"
import { typeCredentials } from "./sign-in-steps.ts"

/** The browser, React and invisible parts of a screen report errors on a failing connection. */
const printed = /^(printed: |threw: CallError)/
const technical = /assets|\.js|import|undefined|TypeError/
const number = "(800) 555-0142"

test.describe("on a failing connection", () => {
  test.use({ expectedFaults: [printed] })

  test("LINES-02 a popup whose file does not arrive keeps the form, and opens when the connection is back @phone @prove", async ({
    page,
    context,
    site,
    isMobile,
  }) => {
    await page.goto(`${site("harbor")}/forgot-username`)
    const field = page.getByRole("textbox").first()
    await field.fill("4000000017")
    await goOffline(page)
    const name = isMobile ? "Contact us by phone" : "Contact Us"
    await page.getByRole("button", { name, exact: true }).click()
    const main = page.getByRole("main")
    await expect(main.getByText(offline)).toBeVisible()
    await expect(main.getByRole("link", { name: number })).toBeVisible()
    await expect(main).not.toContainText(technical)
    await expect(field).toHaveValue("4000000017")
    await context.setOffline(false)
    await expect(page.getByRole("dialog", { name: "Contact us" })).toBeVisible()
    await page.getByRole("button", { name: "Close" }).last().click()
    await expect(field).toHaveValue("4000000017")
    await expect(main.getByText(offline)).toBeHidden()
  })

  test("LINES-03 LINES-11 a screen or an authorization that does not load shows this with the phone number, and loads when the browser is back online", async ({
    page,
    context,
    login,
  }) => {
    await login("harbor", "maria.santos")
    await expect(page.getByRole("button", { name: "Pay Now" }).first()).toBeVisible()
    await goOffline(page)
    await page
      .getByRole("link", { name: "Products", exact: true })
      .filter({ visible: true })
      .click()
    const main = page.getByRole("main")
    await expect(main.getByText(offline)).toBeVisible()
    await expect(main.getByRole("link", { name: number })).toBeVisible()
    await expect(main).not.toContainText(technical)
    await expect(page.getByRole("banner")).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole("heading", { level: 1, name: "Products" })).toBeVisible()

    await page.goBack()
    await page.getByRole("button", { name: "Pay Now" }).first().click()
    const submit = page.getByRole("button", { name: "Submit Payment" })
    await expect(submit).toBeEnabled()
    await goOffline(page)
    await submit.click()
    const dialog = page.getByRole("dialog", { name: "Payment Authorization" })
    await expect(dialog.getByText(connectivityText)).toBeVisible()
    await expect(dialog.getByRole("link", { name: number })).toBeVisible()
    await expect(dialog.getByRole("button")).toHaveText(["Try again", "Cancel"])
    await context.setOffline(false)
    await expect(dialog.getByRole("button")).toHaveText(["I Agree", "I Do Not Agree"])
    await expect(dialog).toContainText("The text that you agree to")
    await expect(dialog.getByText(connectivityText)).toBeHidden()
  })

  test("LINES-03 a screen and its bars that do not load are reported once, and load by themselves @prove", async ({
    page,
    login,
    site,
  }) => {
    await login("harbor", "maria.santos")
    await page.route("**/assets/*.js", (route) =>
      route.request().url().includes("/index-") ? route.continue() : route.abort(),
    )
    await page.goto(`${site("harbor")}/products-main`)
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "This page could not be loaded",
    )
    // The bars below the header fail a moment before or after the screen.
    await expect(page.getByRole("link", { name: "Payment Center" })).toHaveCount(0)
    await expect(page.getByText(connectivityText)).toHaveCount(1)
    await page.unroute("**/assets/*.js")
    await expect(page.getByRole("heading", { level: 1, name: "Products" })).toBeVisible()
    await expect(page.getByText(connectivityText)).toHaveCount(0)
  })

  test("LINES-15 without a connection, the way into and out of the payment center keeps the page, and goes on by itself or when the browser is wrong @prove", async ({
    page,
    context,
    login,
    site,
  }) => {
    await login("harbor", "maria.santos")
    const link = (name: string) =>
      page.getByRole("link", { name, exact: true }).filter({ visible: true }).first()
    const heading = (name: string) => page.getByRole("heading", { level: 1, name })
    const waits = page.getByRole("main").getByText(nextPageOffline)
    await goOffline(page)
    await link("Payment Center").click()
    await expect(waits).toBeVisible()
    await expect(heading("Welcome, Maria Santos")).toBeVisible()
    await expect(page).toHaveURL(`${site("harbor")}/dashboard`)
    await context.setOffline(false)
    await expect(heading("Payment Center")).toBeVisible()
    await expect(waits).toHaveCount(0)

    await goOffline(page)
    await page.goBack()
    await expect(waits).toBeVisible()
    await expect(heading("Payment Center")).toBeVisible()
    await context.setOffline(false)
    await expect(heading("Welcome, Maria Santos")).toBeVisible()

    // A chosen or typed value stays, and so does its page.
    await link("Profile").click()
    await goOffline(page)
    await link("Payment Center").click()
    await expect(waits).toBeVisible()
    await page.getByRole("button", { name: "Change Password" }).click()
    await page.getByRole("dialog").getByRole("textbox").first().fill("typed")
    await expect(waits).toHaveCount(0)
    await context.setOffline(false)
    await page.keyboard.press("Escape")
    await expect(page.getByRole("dialog")).toHaveCount(0)
    await waitForIdlePage(page)
    await expect(heading("Profile")).toBeVisible()

    // Some browsers report no connection although there is one.
    await page.evaluate(() => Object.defineProperty(navigator, "onLine", { value: false }))
    await link("Payment Center").click()
    await expect(heading("Payment Center")).toBeVisible()
  })

  test("LINES-15 after a call without a reply, the way into the payment center first checks the connection, whatever the browser reports @prove", async ({
    page,
    login,
  }) => {
    await login("harbor", "maria.santos")
    const link = (name: string) => page.getByRole("link", { name, exact: true }).first()
    await link("Profile").click()
    const change = page.getByRole("button", { name: "Change: security question and answer" })
    await expect(change).toBeVisible()
    await page.route(/myaccount-core|healthz/, (route) => route.abort())
    await link("Products").click()
    await expect(page.getByRole("main")).toContainText(connectivityText)
    await link("Profile").click()
    await link("Payment Center").click()
    const reason = page.getByRole("main").getByText(connectivityText)
    await expect(reason).toBeVisible()
    await change.click()
    const question = page.getByLabel("Security question", { exact: true })
    await question.selectOption({ index: 2 })
    await expect(question).not.toHaveValue("")
    await expect(reason).toHaveCount(0)
    await page.keyboard.press("Escape")

    await link("Products").click()
    await expect(reason).toBeVisible()
    await link("Payment Center").click()
    await expect(page.getByRole("main").getByText(connectivityText)).toHaveCount(2)
    await expect(page.getByRole("heading", { level: 1, name: "Products" })).toBeVisible()
    await page.unroute(/myaccount-core|healthz/)
    await expect(page.getByRole("heading", { level: 1, name: "Payment Center" })).toBeVisible()
  })

  test("LINES-14 content that does not load while the browser is offline is told once, and loads by itself @prove", async ({
    page,
    context,
    site,
    login,
  }) => {
    await login("harbor", "maria.santos")
    await page.route("**/myaccount-core/productSummary", (route) => route.abort(), { times: 4 })
    await page.goto(`${site("harbor")}/products-main`)
    const main = page.getByRole("main")
    await expect(main.getByRole("alert").filter({ hasText: connectivityText })).toBeVisible()
    await context.setOffline(true)
    await expect(main.getByText(offline)).toHaveCount(1)
    await expect(main.getByText(connectivityText)).toHaveCount(0)
    await expect(main.getByRole("link", { name: number })).toHaveCount(1)
    await page.unroute("**/myaccount-core/productSummary")
    await context.setOffline(false)
    await expect(page.getByRole("region", { name: "Active Products", exact: true })).toBeVisible()
    await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0)
  })

  test("LINES-01 a file that fails once is requested again without a message @prove", async ({
    page,
    site,
  }) => {
    await page.goto(site("harbor"))
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
    let failures = 0
    await page.route("**/assets/*.js", async (route) => {
      failures += 1
      if (failures === 1) await route.fulfill({ status: 502, body: "Bad Gateway" })
      else await route.continue()
    })
    await page.getByRole("link", { name: "Forgot username" }).click()
    await expect(page.getByRole("heading", { level: 1, name: "Forgot" })).toBeVisible()
    expect(failures).toBeGreaterThan(1)
    await expect(page.getByText(connectivityText)).toBeHidden()
  })
})

test("LINES-05 a malformed stored user is ignored, and the site works @prove", async ({
  page,
  site,
}) => {
  for (const text of ['{"foo":1}', '"user"', "{", "[]"]) {
    await page.addInitScript((user) => {
      localStorage.setItem("user", user)
      localStorage.setItem("lastActivity", String(Date.now()))
    }, text)
    await page.goto(`${site("harbor")}/dashboard`)
    await expect(page.getByRole("heading", { name: logInToMyAccount })).toBeVisible()
    await expect(page).toHaveURL(`${site("harbor")}/`)
  }
})

test.describe("when a release replaces that of an open tab", () => {
  test.use({ expectedFaults: [/^asked another host: http:\/\/harbor\.localhost:/] })

  test("LINES-04 the tab preserves the typed data, and gets the new release at its next navigation @prove @once", async ({
    page,
    app,
    site,
  }) => {
    const port = await app.ask("startRelease", false)
    const origin = site("harbor").replace(/\d+$/, String(port))
    await page.goto(`${origin}/forgot-username`)
    const field = page.getByRole("textbox").first()
    await field.fill("4000000017")
    await app.ask("startRelease", true)

    // A file that only the earlier release contains.
    await page.getByRole("button", { name: "Contact Us", exact: true }).click()
    await expect(page.getByRole("dialog", { name: "Contact us" })).toBeVisible()
    await page.getByRole("button", { name: "Close" }).last().click()
    await expect(field).toHaveValue("4000000017")
    expect(await isSecondBuild(page)).toBe(false)

    await page.getByRole("link", { name: "Back to login" }).click()
    await expect(page.getByRole("heading", { name: logInToMyAccount })).toBeVisible()
    // The login checks whether the account system is available; this reply names the new release.
    await expect(page.getByRole("button", { name: "Log In" })).toBeDisabled()
    await page.getByRole("link", { name: "Forgot username" }).click()
    // Evaluating in a document that is being left fails.
    await expect.poll(() => isSecondBuild(page).catch(() => false)).toBe(true)
    await expect(page.getByRole("heading", { level: 1, name: "Forgot" })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole("heading", { name: logInToMyAccount })).toBeVisible()
  })
})

async function isSecondBuild(page: Page): Promise<boolean> {
  return await page.evaluate(() => "isSecondBuild" in globalThis)
}

const loads: [path: string, call: string, missing: string][] = [
  ["/dashboard", "dashboard", "Your products could not be loaded."],
  ["/my-profile", "profile", "Your profile could not be loaded."],
  ["/products-main", "productSummary", "Your products could not be loaded."],
  ["/product-details/4001930427", "productDetails", "This product could not be loaded."],
  ["/payment-center/products", "products", "Your products could not be loaded."],
  [
    "/payment-center/payment-methods",
    "paymentMethods",
    "Your payment methods could not be loaded.",
  ],
  ["/payment-center/upcoming", "comingPayments", "Your upcoming payments could not be loaded."],
  ["/payment-center/payment-history", "paymentHistory", "Your payments could not be loaded."],
]

test("LINES-08 content that does not load has one message, with the reason, and a way to try again @prove", async ({
  page,
  site,
  login,
}) => {
  await login("harbor", "maria.santos")
  for (const [path, call, missing] of loads) {
    const address = `**/myaccount-core/${call}`
    await page.route(address, (route) => route.fulfill({ status: 404, body: "not found" }))
    await page.goto(site("harbor") + path)
    const alert = page.getByRole("main").getByRole("alert").filter({ hasText: connectivityText })
    await expect(alert, path).toContainText(missing)
    await expect(page.getByText("could not be loaded"), path).toHaveCount(1)
    await expect(page.getByText(connectivityText), path).toHaveCount(1)
    await page.unroute(address)
    await page.getByRole("button", { name: "Try again" }).click()
    await expect(alert, path).toHaveCount(0)
    await expect(page.getByRole("button", { name: "Try again" }), path).toHaveCount(0)
  }
})

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false })

  test("LINES-06 a branded page explains what to do @prove", async ({ page, site }) => {
    for (const [name, number] of [
      ["harbor", "(800) 555-0142"],
      ["wayfarer", "(800) 555-0167"],
      ["trades", "(800) 555-0119"],
    ] as const) {
      await page.goto(site(name))
      await expect(page.getByRole("heading", { name: "Please turn on JavaScript" })).toBeVisible()
      await expect(page.getByRole("banner").getByRole("img")).toBeVisible()
      await expect(page.getByRole("link", { name: number })).toBeVisible()
      await expect(page.getByText("is loading")).toBeHidden()
    }
  })
})

test.describe("when the application does not load", () => {
  test.use({ expectedFaults: [printed] })

  test("LINES-06 the page explains this after some seconds, with the phone number @prove", async ({
    page,
    site,
  }) => {
    await page.route("**/assets/*.js", (route) => route.abort())
    await page.goto(site("harbor"))
    const heading = page.getByRole("heading", { name: "My Account is loading" })
    const notice = page.getByRole("complementary").filter({ has: heading })
    await expect(heading).toBeVisible()
    await expect(notice.getByRole("link", { name: number })).toBeVisible()
  })
})

test("LINES-09 the login works without storage, and after a reload explains why it is needed again @prove", async ({
  page,
  site,
  readCode,
}) => {
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"]) {
      Object.defineProperty(globalThis, name, {
        get: () => {
          throw new DOMException("The operation is insecure.", "SecurityError")
        },
      })
    }
  })
  await page.goto(site("harbor"))
  await expect(page.getByText("Your browser does not save")).toHaveCount(0)
  await typeCredentials(page, "maria.santos")
  await page.getByRole("button", { name: "Log In" }).click()
  await page.getByRole("textbox", { name: "code" }).fill(await readCode("maria.santos"))
  await page.getByRole("button", { name: "Confirm Code" }).click()
  await expect(page.getByRole("button", { name: "Pay Now" }).first()).toBeVisible()
  await page.reload()
  const info = page.getByRole("main").getByRole("status").filter({ hasText: "Your browser" })
  await expect(info).toContainText("so reloading a page logs you out")
  await expect(info.getByRole("link", { name: number })).toBeVisible()
  await expect(page.getByRole("heading", { name: logInToMyAccount })).toBeVisible()
})
