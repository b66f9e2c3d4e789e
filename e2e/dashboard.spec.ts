import type { Page } from "@playwright/test"
import { connectivityText } from "#contracts/connectivity.ts"
import type { Dashboard } from "#contracts/products/dashboard.ts"
import { axeCheck, expect, test } from "./fixtures.ts"

test("DASH-01 the dashboard shows amounts due, products held, and each disclaimer once", async ({
  page,
  login,
}) => {
  await login("harbor", "maria.santos")
  await expect(page).toHaveTitle("Harbor Mutual My Account Home")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome, Maria Santos")
  const due = page.getByRole("region", { name: "Payments Due" })
  await expect(due).toContainText("$55.90")
  await expect(due).toContainText("was due 02/12/2026")
  await expect(due).toContainText("Past Due")

  const active = page.getByRole("region", { name: "Your Active Products" })
  for (const status of ["Auto Pay", "Past Due", "Combined Bill", "No Cost to You"]) {
    await expect(active.getByText(status, { exact: true })).toHaveCount(1)
  }
  for (const disclaimer of [
    "Auto Pay: on the date shown",
    "Combined Bill: this product",
    "No Cost to You: this benefit",
    "The amounts and dates on this site",
    "A payment made online before",
  ]) {
    await expect(page.getByText(disclaimer)).toHaveCount(1)
  }
  await axeCheck(page)
})

test("DASH-08 the note of a footnote mark is beside the amount on each screen", {
  tag: "@phone",
}, async ({ page, site, login }) => {
  const note = "May include unpaid amounts from earlier bills. Your coverage continues"
  await login("harbor", "maria.santos")
  await expect(page.getByRole("region", { name: "Payments Due" })).toContainText(note)
  await page.goto(`${site("harbor")}/payment-center/products`)
  await expect(page.getByRole("main").getByText(note).first()).toBeVisible()
  await page.getByRole("button", { name: "Pay Now" }).click()
  await expect(page.getByRole("main").getByText(note).first()).toBeVisible()
  await page.goto(`${site("harbor")}/product-details/4001930427`)
  await expect(page.getByText("The annual product cost is the cost of twelve")).toBeVisible()
})

test("DASH-09 a charge on another day than the due date is named, and each bill has its own line", {
  tag: "@phone",
}, async ({ page, site, login, isMobile }) => {
  await login("harbor", "maria.santos")
  const whole = page.locator("tr, li").filter({ hasText: "Whole Life Insurance" })
  await expect(whole).toContainText("03/11/2026")
  await expect(whole).toContainText(/Auto Pay charge(s it on )?03\/12\/2026/)
  await page.goto(`${site("harbor")}/payment-center/products`)
  await expect(whole).toContainText(
    isMobile ? "Next Auto Pay charge: $48.50 on 03/12/2026" : "Auto Pay charges it on 03/12/2026",
  )
  const cancer = page.locator("tr, li").filter({ hasText: "Cancer Expense Insurance" })
  const past = await cancer.getByText("$31.20 was due 02/12/2026", { exact: true }).boundingBox()
  const next = await cancer.getByText("$24.70 due by 03/12/2026", { exact: true }).boundingBox()
  expect(past && next && past.y + past.height <= next.y, "each bill has its own line").toBe(true)
})

test("DASH-05 several payments due have one total, and the most urgent is first", async ({
  page,
  login,
}) => {
  await login("harbor", "dorothy.lindqvist")
  const due = page.getByRole("region", { name: "Payments Due" })
  await expect(due).toContainText("You need to pay $310.55 in all. $106.95 of it is past due.")
  const cards = due.getByRole("listitem")
  await expect(cards.first()).toContainText("was due 02/03/2026")
  await expect(cards.nth(5)).toContainText("Due Now")
  await expect(cards.last()).toContainText("Upcoming")
  await axeCheck(page)
})

test("DASH-01 the amount due is the largest text on the screen", async ({ page, login }) => {
  await login("harbor", "maria.santos")
  const due = page.getByRole("region", { name: "Payments Due" })
  const amount = due.getByText("$55.90", { exact: true })
  await amount.waitFor()
  const sizes = await page
    .locator("main *")
    .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)))
  const size = await amount.evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize))
  expect(size).toBe(Math.max(...sizes))
})

test("DASH-01 the welcome stays hidden where a person hid it", async ({ page, login }) => {
  await login("harbor", "maria.santos")
  await page.evaluate(() => localStorage.setItem("hideWelcome", "Y"))
  await page.reload()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("My Account Home")
})

test("DASH-02 a single due product shows beside the table, and as a card on a phone", {
  tag: "@phone",
}, async ({ page, login, isMobile }) => {
  await login("harbor", "james.okafor")
  const due = page.getByRole("region", { name: "Payments Due" })
  const active = page.getByRole("region", { name: "Your Active Products" })
  await expect(due.getByRole("button", { name: "Pay Now" })).toHaveCount(1)
  await expect(active.getByRole("table")).toHaveCount(isMobile ? 0 : 1)
  expect(await stand(page)).toBe(isMobile ? "stacked" : "beside")
})

test("DASH-02 several due products show as cards above the table", async ({
  page,
  login,
  isMobile,
}) => {
  await login("harbor", "dorothy.lindqvist")
  const due = page.getByRole("region", { name: "Payments Due" })
  const active = page.getByRole("region", { name: "Your Active Products" })
  await expect(due.getByRole("listitem")).not.toHaveCount(0)
  expect(await due.getByRole("listitem").count()).toBeGreaterThan(1)
  await expect(active.getByRole("table")).toHaveCount(isMobile ? 0 : 1)
  expect(await stand(page)).toBe("stacked")
  await axeCheck(page)
})

test("DASH-02 the layout changes between cards and table at 767 and 768 px @prove", async ({
  page,
  login,
  isMobile,
}) => {
  await login("harbor", "james.okafor")
  const table = page.getByRole("region", { name: "Your Active Products" }).getByRole("table")
  const height = page.viewportSize()?.height ?? 800
  await page.getByRole("heading", { name: "Payments Due" }).waitFor()
  await page.setViewportSize({ width: isMobile ? 768 : 767, height })
  await expect(table).toHaveCount(isMobile ? 1 : 0)
  await page.setViewportSize({ width: isMobile ? 767 : 768, height })
  await expect(table).toHaveCount(isMobile ? 0 : 1)
})

for (const person of ["anastasia.papakonstantinou", "dorothy.lindqvist", "maria.santos"]) {
  test(`${person}'s dashboard fits at every width @prove`, async ({ page, login }) => {
    await login("harbor", person)
    await page.getByRole("region", { name: "Payments Due" }).getByRole("button").first().waitFor()
    // 320 px is also the width of a common screen at 400 % zoom.
    for (const width of [320, 390, 767, 768, 900, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const over = () =>
        page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement
          return scrollWidth - clientWidth
        })
      // Polled, because the layout follows the new width a moment later.
      await expect.poll(over, `at ${width} px`).toBe(0)
    }
  })
}

test("DASH-03 a product's name leads to its details", async ({ page, site, login }) => {
  await login("harbor", "james.okafor")
  const active = page.getByRole("region", { name: "Your Active Products" })
  await active.getByRole("link").first().click()
  await expect(page).toHaveURL(/\/product-details\/\d{10}$/)
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL(`${site("harbor")}/dashboard`)
})

test("DASH-03 Pay now passes on the product, the client and the origin screen", async ({
  page,
  site,
  login,
}) => {
  await login("harbor", "maria.santos")
  await page.getByRole("button", { name: "Pay Now for Cancer Expense Insurance" }).click()
  await expect(page).toHaveURL(`${site("harbor")}/payment-center/pay-now`)
  expect(await page.evaluate(() => history.state)).toMatchObject({
    selectedProduct: { policyNumber: "4001930435", amountDue: "55.90" },
    clientName: "Harbor Mutual",
    originScreen: "DASHBOARD",
  })
})

test("DASH-03 the flag disables Pay now, and the page tells why @phone @prove", async ({
  page,
  login,
}) => {
  const replied = page.waitForResponse("**/myaccount-core/dashboard")
  await login("harbor", "maria.santos")
  const dashboard: Dashboard = await (await replied).json()
  for (const product of dashboard.paymentsDue) {
    const message = "A payment for this product is on its way."
    product.paymentAction.payNowLink = { label: "Pay Now", disable: "Y", message }
  }
  await page.route("**/myaccount-core/dashboard", (route) => route.fulfill({ json: dashboard }))
  await page.reload()
  const button = page.getByRole("button", { name: "Pay Now" })
  await expect(button).toBeDisabled()
  await expect(button).toHaveAccessibleDescription("A payment for this product is on its way.")
})

test("NOTICE-06 a card that expires before its next charge has a notice with one button", {
  tag: "@phone",
}, async ({ page, login }) => {
  const replied = page.waitForResponse("**/myaccount-core/dashboard")
  await login("harbor", "maria.santos")
  const dashboard: Dashboard = await (await replied).json()
  const [product] = dashboard.activeProducts.filter(
    ({ paymentStatusDisplayStyle }) => paymentStatusDisplayStyle === "autopay",
  )
  if (!product) throw new Error("No product is on auto pay.")
  const content = ["VISA ending in 4242 expires on 03/31/2026."]
  product.autoPayNotice = { state: "expiring", title: "Your card expires soon", content }
  await page.route("**/myaccount-core/dashboard", (route) => route.fulfill({ json: dashboard }))
  await page.reload()
  const notice = page.getByRole("region", { name: /^Your card expires soon/ })
  await expect(notice).toContainText("expires on 03/31/2026")
  await expect(notice.getByRole("link")).toHaveAttribute("href", /payment-methods/)
  await axeCheck(page)
})

test("DASH-04 only members of EA Plus see its note", async ({ page, login }) => {
  await login("wayfarer", "lena.fischer")
  await expect(page.getByText("Emergency Assistance Plus members:")).toBeVisible()
  await axeCheck(page)
})

test("DASH-04 the note is absent without EA Plus @prove", async ({ page, login }) => {
  await login("wayfarer", "patricia.holloway")
  await expect(page.getByRole("region", { name: "Your Active Products" })).toContainText("Roadside")
  await expect(page.getByText("Emergency Assistance Plus members:")).toHaveCount(0)
})

test("a person without products reads that @phone @prove", async ({ page, login }) => {
  await login("harbor", "harold.whitfield")
  await expect(page.getByText("You have no active products.")).toBeVisible()
  await expect(page.getByText("You do not need to pay anything now.")).toBeVisible()
  await axeCheck(page)
})

test("placeholders show while the dashboard loads @phone @prove", async ({ page, login }) => {
  const held = Promise.withResolvers<void>()
  await page.route("**/myaccount-core/dashboard", async (route) => {
    await held.promise
    await route.continue()
  })
  await login("harbor", "maria.santos")
  await expect(page.getByRole("status").filter({ hasText: "Loading your products" })).toBeAttached()
  const before = await page.getByRole("heading", { name: "Payments Due" }).boundingBox()
  held.resolve()
  await page.getByRole("button", { name: "Pay Now" }).waitFor()
  expect(await page.getByRole("heading", { name: "Payments Due" }).boundingBox()).toEqual(before)
})

test("a failed dashboard shows an error and can be loaded again", async ({ page, login }) => {
  await page.route(
    "**/myaccount-core/dashboard",
    (route) => route.fulfill({ status: 404, body: "not found" }),
    { times: 1 },
  )
  await login("harbor", "maria.santos")
  await expect(page.getByText(connectivityText)).toBeVisible()
  await axeCheck(page)
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(page.getByRole("button", { name: "Pay Now" })).toBeVisible()
  await expect(page.getByText(connectivityText)).toBeHidden()
})

/** The position of the two sections relative to each other. */
async function stand(page: Page): Promise<"beside" | "stacked"> {
  const due = await page.getByRole("region", { name: "Payments Due" }).boundingBox()
  const active = await page.getByRole("region", { name: "Your Active Products" }).boundingBox()
  return due?.y === active?.y ? "beside" : "stacked"
}
