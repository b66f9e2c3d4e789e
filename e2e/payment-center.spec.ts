import { readFileSync } from "node:fs"
import type { Locator, Page } from "@playwright/test"
import { connectivityText } from "#contracts/connectivity.ts"
import { axeCheck, expect, test } from "./fixtures.ts"
import { keptInHistory } from "./sign-in-steps.ts"

async function openCenter(page: Page, site: string) {
  await page.goto(`${site}/payment-center`)
  await expect(page).toHaveURL(`${site}/payment-center/products`)
  await expect(page.getByRole("heading", { level: 1, name: "Payment Center" })).toBeVisible()
  await page.getByRole("radio").first().waitFor()
}

/** The row or card of a product. */
function product(page: Page, name: string): Locator {
  const radio = page.getByRole("radio", { name })
  return page.locator("tr, li").filter({ has: radio })
}

const changeLabel = "Change Auto Pay or Frequency"

test("CENTER-01 CENTER-02 CENTER-05 CENTER-07 the payment center lists the products, one of them selected, with their actions", {
  tag: "@phone",
}, async ({ page, site, login, isMobile }) => {
  await login("harbor", "maria.santos")
  await openCenter(page, site("harbor"))
  const tabs = page.getByRole("navigation", { name: "Payment Center" })
  await expect(tabs.getByRole("link", { name: "Products" })).toHaveAttribute("aria-current", "page")
  await expect(tabs.getByRole("link", { name: "Payment Methods" })).toBeVisible()
  await expect(page.getByRole("table")).toHaveCount(isMobile ? 0 : 1)
  await expect(page.getByRole("radio")).toHaveCount(4)

  const whole = product(page, "Select Whole Life Insurance")
  await expect(whole).toContainText("Monthly")
  await expect(whole).toContainText("VISA ending in 4242")
  await expect(whole).toContainText("$48.50")
  await expect(whole).toContainText("Wed, Mar 11")
  await expect(whole).toContainText("Auto Pay")
  await expect(product(page, "Cancer Expense")).toContainText("Not on Auto Pay")

  // An overdue product is selected automatically; a click selects another one.
  await expect(page.getByRole("radio", { name: "Cancer Expense" })).toBeChecked()
  await expect(page.getByRole("button", { name: "Pay Now" })).toHaveCount(1)
  await expect(page.getByRole("button", { name: "Pay Now" })).toBeEnabled()
  // The row of Cancer Expense above it closes.
  const wholeLife = page.getByRole("radio", { name: "Whole Life" })
  await wholeLife.scrollIntoViewIfNeeded()
  const place = (await wholeLife.boundingBox())?.y
  await wholeLife.click()
  await expect(page.getByRole("button", { name: "Pay Now" })).toBeDisabled()
  // A page scrolls by whole pixels.
  const moved = ((await wholeLife.boundingBox())?.y ?? Number.NaN) - (place ?? Number.NaN)
  expect(Math.abs(moved), "distance from the place of the selected row").toBeLessThanOrEqual(0.5)
  await expect(page.getByRole("button", { name: changeLabel })).toBeEnabled()

  for (const text of [
    "Never miss a due date",
    "Auto Pay: we charge the amount due",
    "Combined Bill: this product",
    "No Cost to You: this benefit",
    "The amounts and dates on this site",
    "A payment made online before",
  ]) {
    await expect(page.getByText(text)).toHaveCount(1)
  }
  await axeCheck(page)
  await page.getByRole("link", { name: "Whole Life Insurance" }).click()
  await expect(page).toHaveURL(`${site("harbor")}/product-details/4001930427`)
  await page.goBack()

  await page.getByRole("radio", { name: "Cancer Expense" }).click()
  await page.getByRole("button", { name: "Pay Now" }).click()
  await expect(page).toHaveURL(`${site("harbor")}/payment-center/pay-now`)
  await expect(tabs).toHaveCount(0)
  expect(await keptInHistory(page)).toMatchObject({
    selectedProduct: { policyNumber: "4001930435" },
    clientName: "Harbor Mutual",
    originScreen: "PAYMENT_CENTER",
  })
})

test("COMING-02 COMING-03 a person sees the payments of twelve months, and saves them as a calendar file", {
  tag: "@phone",
}, async ({ page, login, isMobile }) => {
  await login("harbor", "maria.santos")
  await page.getByRole("link", { name: "See your next 12 months" }).click()
  await expect(page.getByRole("heading", { level: 2, name: "Upcoming Payments" })).toBeVisible()
  const main = page.getByRole("main")
  await expect(main).toContainText("Until Mar 1, 2027, you can expect to pay $1,003.85 in all.")
  const bars = "$31.20 is past due. Highest: $95.95 in March 2026. Lowest: $79.70 in April 2026."
  const picture = await main.getByRole("img", { name: bars }).boundingBox()
  expect((picture?.height ?? 0) > 160, "higher on a wide screen").toBe(!isMobile)
  await expect(main.getByRole("heading", { name: "Past Due $31.20" })).toBeVisible()
  await expect(main.getByRole("heading", { name: "March 2026 $95.95" })).toBeVisible()
  const april = main.getByRole("group").filter({ hasText: "April 2026 to February 2027" })
  await expect(april).toContainText("$79.70 each month")
  await expect(april.getByRole("listitem").first()).toBeHidden()
  await april.getByText("April 2026").click()
  await expect(april.getByRole("listitem").first()).toContainText("Auto Pay charges VISA")
  await expect(april.getByRole("listitem").first()).toContainText("estimate")
  await axeCheck(page)
  const download = page.waitForEvent("download")
  await page.getByRole("button", { name: "Add to my calendar" }).click()
  const file = await (await download).path()
  const text = readFileSync(file, "utf8").replaceAll("\r\n ", "")
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\n/)
  expect(text).toContain("DTSTART;VALUE=DATE:20260312\r\n")
  expect(text).toContain("SUMMARY:Harbor Mutual: Auto Pay charges $48.50 for Whole Life Insurance")
  expect(text).not.toMatch(/4001930427|HM2041187|\b4242\b/)
  await expect(main).toContainText("The file is in your downloads.")
})

test("COMING-02 a single month has no picture and no empty card @prove", async ({
  page,
  site,
  login,
}) => {
  await login("harbor", "grace.adeyemi")
  await page.goto(`${site("harbor")}/payment-center/upcoming`)
  const main = page.getByRole("main")
  await main.getByRole("heading", { name: "September 2026" }).waitFor()
  await expect(main.getByRole("img", { name: "Your payments by month" })).toHaveCount(0)
  await expect(main.locator("[class*=card]:empty")).toHaveCount(0)
})

test("CENTER-02 due rows stand out @prove", async ({ page, site, login }) => {
  await login("harbor", "dorothy.lindqvist")
  await openCenter(page, site("harbor"))
  const background = (text: string) =>
    page
      .locator("tr, li")
      .filter({ has: page.getByRole("radio"), hasText: text })
      .first()
      .evaluate((one) => {
        const surface = one.matches("tr") ? one : one.firstElementChild
        return surface ? getComputedStyle(surface).backgroundColor : ""
      })
  const isOfTable = (await page.getByRole("table").count()) > 0
  const plain = await background("Wed, Mar 11")
  expect(await background("Due Now")).not.toBe(plain)
  expect(await background("Past Due")).not.toBe(plain)
  expect(isOfTable ? plain : "rgba(0, 0, 0, 0)").toBe("rgba(0, 0, 0, 0)")
})

test("CENTER-02 DASH-10 the whole amount stands below its past due part, and no date breaks @prove", async ({
  page,
  site,
  login,
}) => {
  await login("harbor", "maria.santos")
  const main = page.getByRole("main")
  for (const path of ["/payment-center/products", "/payment-center/upcoming", "/dashboard"]) {
    await page.goto(site("harbor") + path)
    await main.getByText("$31.20").first().waitFor()
    for (const width of [320, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const dates = main.locator("time")
      await expect(dates.first()).toBeAttached()
      const lines = await dates.evaluateAll((all) => all.map((one) => one.getClientRects().length))
      expect(Math.max(...lines), `lines of a date at ${width} px`).toBe(1)
      const sentences = await main.evaluate((content) => {
        const copy = content.cloneNode(true) as Element
        for (const date of copy.querySelectorAll("time")) date.remove()
        return copy.textContent
      })
      expect(sentences, "dates outside of elements").not.toMatch(/[A-Z][a-z]{2}, [A-Z][a-z]{2} \d/)
      if (path !== "/payment-center/products") continue
      const [part, whole] = [main.getByText("$31.20"), main.getByText("of $55.90")]
      const [above, below] = [await part.boundingBox(), await whole.boundingBox()]
      expect(below?.y ?? 0).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0) / 2)
    }
  }
})

test("CENTER-02 long names fit @prove", async ({ page, site, login }) => {
  await login("harbor", "anastasia.papakonstantinou")
  await openCenter(page, site("harbor"))
  // 320 px is also the width of a common screen at 400 % zoom.
  for (const width of [320, 390, 767, 768, 900, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(page.getByRole("table")).toHaveCount(width < 768 ? 0 : 1)
    const over = () =>
      page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        return scrollWidth - clientWidth
      })
    // Polled, because the layout follows the new width a moment later.
    await expect.poll(over, `at ${width} px`).toBe(0)
  }
})

test("CENTER-03 a blocked action shows its reason by mouse, touch and keyboard, with the server's label @prove", {
  tag: "@phone",
}, async ({ page, site, login, isMobile }) => {
  await page.clock.install()
  await login("harbor", "maria.santos")
  const replied = page.waitForResponse("**/myaccount-core/products")
  await openCenter(page, site("harbor"))
  const reply = (await (await replied).text()).replaceAll('"Pay Now"', '"Pay My Bill"')
  await page.route("**/myaccount-core/products", (route) =>
    route.fulfill({ contentType: "application/json", body: reply }),
  )
  await page.reload()
  const change = page.getByRole("button", { name: changeLabel })
  const tooltip = page.getByRole("tooltip")
  const whyPast = "Please pay the past due amount first."
  await expect(change).toBeDisabled()
  await expect(change).toHaveAccessibleDescription(new RegExp(whyPast))
  await expect(tooltip).toHaveCount(0)
  await expect(page.locator("p").filter({ hasText: whyPast })).toBeVisible()

  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
  if (isMobile) {
    // The bottom bar would cover the end of the page.
    await change.evaluate((one) => one.scrollIntoView({ block: "center", behavior: "instant" }))
    await change.tap({ force: true })
    await page.clock.runFor(1000)
    await expect(tooltip, "the text below the button is enough").toHaveCount(0)
  } else {
    await change.hover()
    await page.clock.runFor(249)
    await expect(tooltip).toHaveCount(0)
    await page.clock.runFor(1)
    await expect(tooltip).toContainText(whyPast)
    await tooltip.hover()
    await page.clock.runFor(1000)
    await expect(tooltip).toBeVisible()
    await page.mouse.move(0, 0)
    await page.clock.runFor(149)
    await expect(tooltip).toBeVisible()
    await page.clock.runFor(1)
    await expect(tooltip).toHaveCount(0)
    await change.focus()
    await page.clock.runFor(250)
    await expect(tooltip).toContainText(whyPast)
  }
  await page.clock.resume()
  await axeCheck(page)
  await page.keyboard.press("Escape")
  await expect(tooltip).toHaveCount(0)
  // A blocked action does nothing.
  await page.keyboard.press("Enter")
  await expect(page.getByRole("dialog")).toHaveCount(0)

  await page.getByRole("radio", { name: "Whole Life" }).click()
  const pay = page.getByRole("button", { name: "Pay My Bill" })
  await expect(pay).toBeDisabled()
  await expect(pay).toHaveAccessibleDescription(/on Auto Pay/)
})

test("CENTER-04 CENTER-06 the parts of an amount are shown, and data that failed to load is not @phone @prove", async ({
  page,
  site,
  login,
}) => {
  await login("harbor", "maria.santos")
  await openCenter(page, site("harbor"))
  const info = page.getByRole("button", { name: "What's in the amount due for Cancer Expense" })
  await expect(page.getByRole("button", { name: "What's in the amount due for" })).toHaveCount(1)
  await info.press("Enter")
  const popup = page.getByRole("dialog", { name: "Amount due" })
  const parts = popup.getByRole("definition")
  await expect(parts).toHaveText([
    /^\$31\.20\s*, see note 22$/,
    /^\$31\.20\s*$/,
    /^\$4\.00 CR$/,
    /^\$2\.50 CR$/,
    /^\$55\.90\s*$/,
  ])
  await expect(popup).toContainText("May include unpaid amounts from earlier bills")
  await axeCheck(page)
  await page.keyboard.press("Escape")
  await expect(popup).toBeHidden()
  await expect(info).toBeFocused()

  await page.route("**/myaccount-core/products", (route) =>
    route.fulfill({ status: 404, body: "not found" }),
  )
  await page.reload()
  await expect(page.getByText("Your products could not be loaded.")).toBeVisible()
  await expect(page.getByText(connectivityText)).toBeVisible()
  await expect(page.getByRole("radio")).toHaveCount(0)
  await expect(page.getByRole("button", { name: changeLabel })).toHaveCount(0)
  await axeCheck(page)
  await page.unroute("**/myaccount-core/products")
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(page.getByRole("radio", { name: "Cancer Expense" })).toBeChecked()
  await expect(page.getByText(connectivityText)).toBeHidden()
})
