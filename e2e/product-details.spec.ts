import type { Page } from "@playwright/test"
import { connectivityText } from "#contracts/connectivity.ts"
import { readPrintout } from "#testing/pdf-reader.ts"
import { callsOf } from "./calls-of.ts"
import { axeCheck, expect, test } from "./fixtures.ts"

const riders = [
  "Accidental Death Benefit Rider",
  "Waiver of Premium Rider",
  "Children's Term Rider",
  "Guaranteed Purchase Option Rider",
  "Long-Term Care Acceleration Rider",
  "Terminal Illness Rider",
  "Spouse Term Rider",
  "Return of Premium Rider",
]

test("DETAILS-01 DETAILS-02 DETAILS-04 DETAILS-05 HELP-01 one call loads an insurance product with all its details", {
  tag: "@phone",
}, async ({ page, site, login, isMobile }) => {
  await login("harbor", "maria.santos")
  await page.getByRole("button", { name: "Pay Now" }).waitFor()
  const calls = callsOf(page)
  await page.goto(`${site("harbor")}/product-details/4001930427`)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Whole Life Insurance")
  await expect(page).toHaveTitle("Harbor Mutual Product Details")
  expect(await overview(page)).toEqual({
    "Certificate number": "4001930427",
    "Coverage type": "Insured and family",
    Status: "Active",
    "Coverage effective date": "Apr 1, 2011",
    "Due date, paid by Auto Pay": "Wed, Mar 11",
    "Base benefit": "$50,000.00",
    "Annual premium": "$582.00, see note 11",
    "Payment frequency": "Monthly",
  })

  const opening = page.getByRole("region", { name: "Product Overview" })
  await expect(opening).toContainText("Your certificate describes when it is paid.")
  await expect(opening.getByRole("link", { name: "File a claim" })).toBeVisible()
  await expect(opening.getByRole("img", { name: /^Covered until / })).toBeVisible()

  const payment = page.getByRole("region", { name: "Payment" })
  await expect(payment).toContainText("Auto Pay will charge $48.50 to VISA ending in 4242")
  expect((await payment.innerText()).split("$48.50")).toHaveLength(2)

  const claim = page.getByRole("region", { name: "File a claim" })
  await expect(claim).toContainText("Do you need to file a claim?")
  await expect(claim.getByRole("link", { name: "File your claim online" })).toBeVisible()
  await expect(claim).toContainText("Need help? Call (800) 555-0142")

  const insured = page.getByRole("table", { name: "Additional Insured" })
  await expect(insured.getByRole("row")).toContainText(["Full name", "Daniel Santos", "Lucia"])
  await expect(insured.getByRole("row").nth(1)).toContainText("Spouse")

  await readRiders(page, isMobile)

  const footer = ["Recent changes can take", "This page is a summary", "The amounts and dates"]
  for (const text of footer) await expect(page.getByText(text)).toHaveCount(1)
  await axeCheck(page)
  expect(calls.toSorted(), "and two of the payment").toEqual([
    "/myaccount-core/nextCharges",
    "/myaccount-core/productDetails",
    "/myaccount-core/products",
  ])
})

/** Reads the riders, in lines that open on a phone and otherwise in a sorted table. */
async function readRiders(page: Page, isMobile: boolean) {
  const section = page.getByRole("region", { name: "Additional Riders" })
  if (isMobile) {
    const lines = section.getByRole("listitem")
    await expect(lines).toHaveCount(5)
    const term = lines.nth(2).getByText("$10,000.00")
    await expect(term).toBeHidden()
    await lines.nth(2).getByText("Children's Term Rider").click()
    await expect(term).toBeVisible()
    await expect(lines.nth(2)).toContainText("Expired")
    await lines.nth(2).getByText("Children's Term Rider").click()
    await expect(term).toBeHidden()
    await section.getByRole("button", { name: "Show 5 more" }).click()
    await expect(lines).toHaveCount(8)
    await expect(lines.nth(5).locator("summary")).toBeFocused()
    await expect(section.getByRole("button", { name: "Show 5 more" })).toHaveCount(0)
  } else {
    const table = section.getByRole("table", { name: /^Additional Riders/ })
    const titles = ["Product", "Status", "Effective date", "Benefit amount", "Annual premium"]
    await expect(table.getByRole("columnheader")).toHaveText(titles)
    await expect(table.getByRole("rowheader")).toHaveText(riders)
    await table.getByRole("button", { name: "Benefit amount" }).click()
    await table.getByRole("button", { name: "Benefit amount" }).click()
    await expect(table.getByRole("row").nth(1)).toContainText("$50,000.00")
  }
}

test("DETAILS-01 a plan shows the daily hospital benefit, a message and the word plan, but not its suppressed date @prove", async ({
  page,
  site,
  login,
}) => {
  await login("harbor", "maria.santos")
  await page.goto(`${site("harbor")}/product-details/4001930435`)
  await expect(page.getByText("Daily hospital benefit")).toBeVisible()
  expect(await overview(page)).toMatchObject({ "Daily hospital benefit": "$300.00" })
  await expect(page.getByText("yearly screening")).toBeVisible()
  await expect(page.getByRole("region", { name: "Additional Riders" })).toHaveCount(0)

  await page.goto(`${site("harbor")}/product-details/4001987722`)
  await expect(page.getByText("Certificate number", { exact: true })).toBeVisible()
  expect(Object.keys(await overview(page))).not.toContain("Payment due date")

  await page.goto(`${site("harbor")}/product-details/4002215608`)
  await expect(page.getByText("Certificate number", { exact: true })).toBeVisible()
  expect(Object.keys(await overview(page))).not.toContain("Base benefit")

  await login("wayfarer", "lena.fischer")
  await page.goto(`${site("wayfarer")}/product-details/5100442871`)
  await expect(page.getByText("Plan number", { exact: true })).toBeVisible()
  expect(await overview(page)).toMatchObject({
    "Plan number": "5100442871",
    "Membership fee": "$149.00",
    Owner: "Lena Fischer",
    "Annual product cost": "$149.00",
  })
  expect(Object.keys(await overview(page))).toContain("Plan type")
  await expect(page.getByText("This page is a summary")).toHaveCount(0)
  await axeCheck(page)
})

test("DETAILS-01 DETAILS-03 the benefit is larger than a bill, and each letter states its year @phone @prove", async ({
  page,
  site,
  login,
  isMobile,
}) => {
  await login("harbor", "maria.santos")
  await page.getByRole("button", { name: "Pay Now" }).waitFor()
  await page.goto(`${site("harbor")}/product-details/4001930435`)
  const size = (text: string) =>
    page
      .getByText(text, { exact: true })
      .first()
      .evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize))
  expect(await size("$31.20")).toBeLessThan(await size("$300.00"))
  // On a phone, documents and letters stand behind one press.
  if (isMobile) await page.locator("summary", { hasText: "letters" }).click()
  const letters = page.getByRole("region", { name: "Correspondence" })
  await expect(letters.getByText("Feb 26, 2026", { exact: true })).toBeVisible()
  await expect(
    letters.getByText(": Premium notice, Jan 23, 2026", { exact: false }),
  ).not.toHaveCount(0)
})

test("the number is copied with a confirmation, even if the browser has no clipboard @prove", async ({
  page,
  site,
  login,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  await login("harbor", "maria.santos")
  await page.goto(`${site("harbor")}/product-details/4001930427`)
  const copy = page.getByRole("button", { name: "Copy certificate number" })
  await copy.click()
  await expect(page.getByText("The certificate number is copied.")).toBeAttached()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("4001930427")
  await axeCheck(page)

  // As on a page at a plain http: address.
  await page.evaluate(() => {
    void navigator.clipboard.writeText("something else")
    Object.defineProperty(Clipboard.prototype, "writeText", { value: undefined })
  })
  await page.goto(`${site("harbor")}/product-details/4001930435`)
  await page.evaluate(() => {
    Object.defineProperty(Clipboard.prototype, "writeText", { value: undefined })
  })
  await copy.click()
  await expect(page.getByText("The certificate number is copied.")).toBeAttached()
  await expect(page.getByRole("button", { name: "Copied certificate number" })).toBeFocused()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("4001930435")
})

test("the printed page opens every section and omits buttons @prove", async ({
  page,
  site,
  login,
}) => {
  await login("harbor", "maria.santos")
  await page.goto(`${site("harbor")}/product-details/4001930427`)
  await page.getByText("Daniel Santos").waitFor()
  await page.getByText("Auto Pay will charge").waitFor()
  const { pages } = await readPrintout(await page.pdf({ format: "Letter" }))
  const printed = pages.join(" ").replace(/\s+/g, " ")
  const head = "Harbor Mutual Maria Santos Printed on "
  for (const text of [head, "Whole Life Insurance", "Auto Pay will charge", ...riders]) {
    expect(printed).toContain(text)
  }
  const screenOnly = ["Skip to main", "Payment Center", "Logout", "Copy", "Print ", "Show 5 more"]
  for (const text of screenOnly) expect(printed).not.toContain(text)
})

test("DETAILS-01 LINES-08 another person's product, an unknown product and a failure each have a way to continue @prove", async ({
  page,
  site,
  login,
}) => {
  await login("harbor", "maria.santos")
  for (const number of ["4003120956", "4999999999", "..%2F..%2Fdashboard"]) {
    await page.goto(`${site("harbor")}/product-details/${number}`)
    await expect(page.getByText("There is no product with this number")).toBeVisible()
    await expect(page.getByText("could not be loaded")).toHaveCount(0)
  }
  await axeCheck(page)
  await page.getByRole("link", { name: "See your products" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Products")

  const held = Promise.withResolvers<void>()
  await page.route(
    "**/myaccount-core/productDetails",
    async (route) => {
      await held.promise
      await route.fulfill({ status: 429, body: "<h1>Slow down</h1>" })
    },
    { times: 1 },
  )
  await page.getByRole("link", { name: "Whole Life Insurance" }).click()
  await expect(page.getByRole("status").filter({ hasText: "Loading this product" })).toBeAttached()
  await axeCheck(page)
  held.resolve()
  await expect(page.getByText(connectivityText)).toBeVisible()
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Whole Life Insurance")
  await expect(page.getByText(connectivityText)).toBeHidden()
})

/** Labels and values of the overview. */
async function overview(page: Page): Promise<Record<string, string>> {
  const lines = page.getByRole("region", { name: "Product Overview" }).locator("dl > div")
  await lines.first().waitFor()
  return await lines.evaluateAll((all) =>
    Object.fromEntries(
      all.map((line) => {
        const value = line.querySelector("dd")?.cloneNode(true) as HTMLElement
        for (const button of value.querySelectorAll("button")) button.remove()
        return [line.querySelector("dt")?.textContent, value.textContent?.trim()]
      }),
    ),
  )
}
