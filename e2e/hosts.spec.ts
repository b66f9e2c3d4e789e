import type { Page } from "@playwright/test"
import { logInToMyAccount } from "#web/identity/sign-in/texts.ts"
import { customerSupportLogin } from "#web/staff/texts.ts"
import { openWithoutFirstPage } from "./first-page.ts"
import { axeCheck, expect, test } from "./fixtures.ts"
import { failure, kept, typeCredentials } from "./sign-in-steps.ts"

test("HOST-01 HOST-05 the page contains the host's client and holds it in its init store", async ({
  page,
  site,
}) => {
  await page.goto(`${site("electricians")}/reset-password/ticket`)
  const init = (await kept(page, "init")) as { initData: object }
  expect(init).toEqual({
    appLoading: false,
    appLoaded: true,
    hostFound: true,
    initData: expect.any(Object),
    clientGroupsData: null,
  })
  expect(init.initData).toMatchObject({
    client: "electricians",
    clientName: "Electricians Local 26",
    clientPhoneNumber: "(800) 555-0126",
    isCustomerSite: true,
    isClientGroup: false,
    clientGroupHostName: "trades.localhost",
    searchIndex: true,
    metaDescription: expect.stringContaining("Electricians"),
    showContactUs: true,
    showAboutUs: true,
    brandDetail: {
      primaryLogo: expect.stringMatching(/^\/brand\/electricians\//),
      secondLogo: expect.stringMatching(/^\/brand\/electricians\//),
      primaryLogoAnchorLink: "https://www.local26.example.com",
      logoImageUrl: expect.any(String),
      cssFileUrl: expect.any(String),
    },
  })
  await page.goto(site("trades"))
  expect(await kept(page, "init")).toMatchObject({
    initData: { isClientGroup: true },
    clientGroupsData: {
      label: "Select your union",
      term: "union",
      items: [{ hostName: "electricians.localhost" }, { hostName: "steelworkers.localhost" }],
    },
  })
})

test.describe("at an unknown host", () => {
  test.use({ expectedFaults: [/status of 404/] })

  test("HOST-02 an error page shows instead of the application", async ({ page, site }) => {
    const response = await page.goto(site("unknown"))
    expect(response?.status()).toBe(404)
    await expect(page.getByRole("heading", { name: "Oops, page not found" })).toBeVisible()
    await expect(page.getByText("Sorry, the page you are looking for is not here.")).toBeVisible()
    await expect(page.getByText("Error 404")).toBeVisible()
    expect(await page.locator("script").count()).toBe(0)
    await axeCheck(page)
  })

  test("HOST-02 an unknown address shows that page too, with a link to continue @phone @prove", async ({
    page,
    site,
  }) => {
    const response = await page.goto(`${site("harbor")}/nowhere`)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole("heading", { name: "Oops, page not found" })).toBeVisible()
    await expect(page.getByText("Error 404")).toBeVisible()
    await axeCheck(page)
    await page.getByRole("link", { name: "Go to the home page" }).click()
    await expect(page).toHaveURL(`${site("harbor")}/`)
  })
})

test("HOST-03 brands are data: logos, links, style, description, icon @phone @prove", async ({
  page,
  site,
}) => {
  const looks = new Set<string>()
  for (const name of ["harbor", "wayfarer", "trades"]) {
    await page.goto(site(name))
    const logo = page.getByRole("banner").getByRole("img").first()
    await expect(logo).toHaveJSProperty("complete", true)
    expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await expect(page.getByRole("banner").getByRole("link").first()).toHaveAttribute(
      "href",
      /^https:\/\//,
    )
    await expect(page.locator('meta[name="description"]')).toHaveAttribute("content", /My Account/)
    await expect(page.locator('link[rel="icon"]')).toHaveAttribute(
      "href",
      `/brand/${name}/icon/icon.svg`,
    )
    const heading = page.getByRole("heading", { level: 1 })
    looks.add(await heading.evaluate((one) => getComputedStyle(one).fontFamily))
  }
  expect(looks.size, "three companies, three faces").toBe(3)
})

test("HOST-04 a spinner shows while the app loads, and then the screen @phone @prove", async ({
  page,
  site,
}) => {
  const held = Promise.withResolvers<void>()
  await page.route("**/appcontent/clientAttributes", async (route) => {
    await held.promise
    await route.continue()
  })
  await openWithoutFirstPage(page, `${site("harbor")}/`)
  const loading = page.getByRole("status").filter({ hasText: "Loading" })
  await expect(loading).toHaveCSS("display", "grid")
  const box = await loading.boundingBox()
  expect(box?.height, "full-screen").toBeGreaterThanOrEqual(page.viewportSize()?.height ?? 0)
  await expect(loading.locator("span").first()).toHaveCSS("border-radius", "50%")
  await expect(page.getByRole("banner")).toBeHidden()
  expect(await kept(page, "init")).toBeNull()
  held.resolve()
  await expect(page.getByRole("heading", { name: logInToMyAccount })).toBeVisible()
  await expect(page).toHaveTitle("Harbor Mutual Login")
})

test("HOST-06 a failed load shows the server's messages and a way to try again @phone @prove", async ({
  page,
  site,
}) => {
  await page.route(
    "**/appcontent/clientAttributes",
    (route) => route.fulfill({ status: 429, json: failure("Please wait a minute.") }),
    { times: 1 },
  )
  await openWithoutFirstPage(page, `${site("trades")}/`)
  await expect(page.getByText("Please wait a minute.")).toBeVisible()
  await axeCheck(page)
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(page.getByLabel("Union")).toBeVisible()
})

test("HOST-06 missing texts do not show an error and are only logged @prove", async ({
  page,
  login,
}) => {
  const warnings: string[] = []
  page.on("console", (message) => {
    if (message.type() === "warning") warnings.push(message.text())
  })
  await page.route("**/appcontent/contents", (route) =>
    route.fulfill({ status: 429, json: failure("Too many.") }),
  )
  await login("harbor", "maria.santos")
  // The page contains the texts of its own screen and requests those of the next one.
  const products = page.getByRole("link", { name: "Products", exact: true })
  await products.filter({ visible: true }).click()
  await expect(page.getByRole("heading", { name: "Active Products", exact: true })).toBeVisible()
  await expect(page.getByText("Too many.")).toHaveCount(0)
  const warning = expect.stringContaining("Texts could not be loaded")
  await expect.poll(() => warnings).toContainEqual(warning)
})

test("HOST-07 the state and the list of the services are loaded but hidden @phone @prove", async ({
  page,
  site,
}) => {
  await page.goto(site("harbor"))
  const list = page.locator("ul[hidden]")
  await expect(list.locator("li")).toHaveText([
    "database UP",
    "account system UP",
    "document store UP",
    "payment gateway UP",
  ])
  await expect(list).toBeHidden()
})

/** Runs in the page. Reads another page without opening it. */
async function readPage(path: string): Promise<string> {
  const response = await fetch(path, { headers: { accept: "text/html" } })
  return await response.text()
}

test("HOST-08 each screen's title is the client's name and its suffix @prove", {
  tag: "@once",
}, async ({ page, site, login }) => {
  const titles = {
    "/": "Harbor Mutual Login",
    "/forgot-username": "Harbor Mutual Forgot Username",
    "/forgot-password": "Harbor Mutual Forgot Password",
    "/reset-password/ticket": "Harbor Mutual Reset Password",
    "/account-details": "Harbor Mutual Registration: Identification Information",
    "/unsubscribe/token": "Harbor Mutual Unsubscribe Emails",
  }
  await expectTitles(page, site("harbor"), titles)
  // Without the step before it, such a page opens another screen.
  const steps = {
    "/payment-center/pay-now": "Harbor Mutual Pay Now",
    "/personal-info": "Harbor Mutual Registration: Personal Information",
    "/sign-in-creds": "Harbor Mutual Registration: Login Information",
  }
  for (const [path, title] of Object.entries(steps)) {
    const html = await page.evaluate(readPage, path)
    expect(html, path).toContain(`<title>${title}</title>`)
  }
  await page.goto(site("support"))
  await expect(page).toHaveTitle("My Account Support Customer Support Login")

  await login("harbor", "maria.santos")
  await expectTitles(page, site("harbor"), {
    "/dashboard": "Harbor Mutual My Account Home",
    "/my-profile": "Harbor Mutual Profile",
    "/payment-center": "Harbor Mutual Payment Center",
    "/payment-center/payment-methods": "Harbor Mutual Payment Methods",
    "/products-main": "Harbor Mutual Product Summary",
    "/product-details/4001930427": "Harbor Mutual Product Details",
  })
})

test("HOST-08 managed content replaces the suffixes @prove", async ({ page, site }) => {
  await page.route("**/appcontent/pagesTitle", (route) =>
    route.fulfill({
      json: { items: [{ title: "page titles", content: '{"login":"Sign in here"}' }] },
    }),
  )
  await openWithoutFirstPage(page, `${site("harbor")}/`)
  await expect(page).toHaveTitle("Harbor Mutual Sign in here")
})

test("HOST-09 managed content is shown as written, after cleaning @phone @prove", async ({
  page,
  site,
}) => {
  await page.goto(site("harbor"))
  const phone = page.locator("header a[href^='tel:']")
  await expect(phone).toHaveCount(1)
  const html = await page.content()
  expect(html).not.toMatch(/\son\w+="/)
})

test.describe("a failing screen", () => {
  test.use({ expectedFaults: [/printed: /] })

  test("HOST-10 is replaced by the error screen @phone @prove", async ({ page, login }) => {
    await page.route("**/myaccount-core/dashboard", (route) => route.fulfill({ json: {} }))
    await login("harbor", "maria.santos")
    await expect(page.getByRole("heading", { name: "Unexpected Application Error!" })).toBeVisible()
    const error = page.getByRole("alert")
    await expect(error.getByText("Something went wrong on our side.")).toBeVisible()
    await expect(error.getByRole("link", { name: "(800) 555-0142" })).toBeVisible()
    await expect(error.filter({ hasText: "undefined" })).toHaveCount(0)
    await axeCheck(page)
    await page.unroute("**/myaccount-core/dashboard")
    await page.getByRole("button", { name: "Reload the page" }).click()
    await expect(page.getByRole("button", { name: "Pay Now" })).toBeVisible()
  })
})

test("HOST-11 the support site is a separate variant @phone @prove", async ({ page, site }) => {
  await page.goto(site("support"))
  await expect(page.getByRole("heading", { name: customerSupportLogin })).toBeVisible()
  await typeCredentials(page, "agent.kim")
  await page.goto(site("harbor"))
  await expect(page.getByRole("heading", { name: logInToMyAccount })).toBeVisible()
})

async function expectTitles(page: Page, origin: string, titles: Record<string, string>) {
  for (const [path, title] of Object.entries(titles)) {
    const response = await page.goto(origin + path)
    expect(response?.status(), path).toBe(200)
    expect(await response?.text(), path).toContain(`<title>${title}</title>`)
    await expect(page, path).toHaveTitle(title)
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1)
  }
}
