import type { Locator, Page } from "@playwright/test"
import { connectivityText } from "#contracts/connectivity.ts"
import { callsOf } from "./calls-of.ts"
import { axeCheck, expect, test } from "./fixtures.ts"

const costs = ["$582.00", "$374.40", "$273.00", "No cost"]

test("PRODUCTS-01 PRODUCTS-02 one call loads the active products", { tag: "@phone" }, async ({
  page,
  site,
  login,
  isMobile,
}) => {
  await login("harbor", "maria.santos")
  await page.getByRole("button", { name: "Pay Now" }).waitFor()
  const calls = callsOf(page)
  await page.goto(`${site("harbor")}/products-main`)
  await expect(page).toHaveTitle("Harbor Mutual Product Summary")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Products")

  const active = page.getByRole("region", { name: "Active Products", exact: true })
  const table = active.getByRole("table", { name: /^Active Products/ })
  await expect(active.getByRole("link")).toHaveCount(4)
  await expect(table).toHaveCount(isMobile ? 0 : 1)
  const rows = isMobile ? active.getByRole("listitem") : table.locator("tbody")
  await expect(rows.first(), "what is past due").toContainText("Cancer Expense Insurance")
  await expect(rows.first()).toContainText("Thu, Feb 12Past Due")
  const first = rows.filter({ hasText: "Whole Life Insurance" })
  const cost = "$582.00, see note 1"
  const facts = ["Insured and family", "Apr 1, 2011", cost, "Monthly", "Wed, Mar 11", "Auto Pay"]
  for (const shown of ["Whole Life Insurance", "4001930427", ...facts]) {
    await expect(first).toContainText(shown)
  }
  await expect(first.locator("sup")).toHaveText("1")
  const titles = [
    "Coverage type",
    "Coverage effective date",
    "Annual product cost",
    "Payment frequency",
    "Due date",
  ]
  if (isMobile) await expect(first.getByRole("term")).toHaveText(titles)
  else await expect(table.getByRole("columnheader")).toHaveText(["Product", ...titles])

  for (const disclaimer of [
    "Auto Pay: we charge the amount due",
    "Combined Bill: this product",
    "No Cost to You: this benefit",
    "The amounts and dates on this site",
    "This is the cost of twelve months",
  ]) {
    await expect(page.getByText(disclaimer)).toHaveCount(1)
  }
  await axeCheck(page)
  expect(calls, "a page that brings its texts needs one call").toEqual([
    "/myaccount-core/productSummary",
  ])

  if (!isMobile) await sortTable(page, table)

  await active.getByRole("link", { name: "Hospital Income Plan" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Hospital Income Plan")
  await page.getByRole("link", { name: "Back" }).click()
  await expect(page).toHaveURL(`${site("harbor")}/products-main`)
})

/** Sorts the table by the annual cost and by the due date. */
async function sortTable(page: Page, table: Locator) {
  const number = await table.getByText("4001930435").boundingBox()
  const label = await table.getByText("Certificate number").first().boundingBox()
  expect(number?.y, "in one line").toBe(label?.y)
  const cost = table.getByRole("columnheader", { name: "Annual product cost" })
  const cells = table.getByRole("row").locator("td:nth-child(4)")
  await cost.getByRole("button").press("Enter")
  await expect(cells).toContainText(costs.toReversed())
  await expect(cost).toHaveAttribute("aria-sort", "ascending")
  const said = page.getByRole("status").filter({ hasText: "sorted by" })
  await expect(said).toHaveText("Active Products: sorted by Annual product cost, ascending")
  await cost.getByRole("button").press("Enter")
  await expect(cells).toContainText(costs)
  await expect(cost).toHaveAttribute("aria-sort", "descending")
  await expect(said).toHaveText("Active Products: sorted by Annual product cost, descending")
  await table.getByRole("button", { name: "Due date" }).click()
  await expect(table.locator("tbody").last()).toContainText("Accidental Death Insurance")
  await axeCheck(page)
}

test("PRODUCTS-03 inactive products are shown on request, in pages or five at a time @prove", {
  tag: "@phone",
}, async ({ page, site, login, isMobile }) => {
  await login("harbor", "maria.santos")
  await page.goto(`${site("harbor")}/products-main`)
  const inactive = page.getByRole("region", { name: "Inactive Products", exact: true })
  const show = inactive.getByRole("button", { name: "Show Inactive Products" })
  await expect(show).toHaveAttribute("aria-expanded", "false")
  await expect(inactive.getByRole("link")).toHaveCount(0)
  await show.click()
  const hide = inactive.getByRole("button", { name: "Hide Inactive Products" })
  await expect(hide).toHaveAttribute("aria-expanded", "true")

  if (isMobile) await showMore(inactive)
  else await turnPages(inactive)
  await axeCheck(page)
  await hide.click()
  await expect(inactive.getByRole("link")).toHaveCount(0)
})

/** Shows five more at a time. */
async function showMore(inactive: Locator) {
  const links = inactive.getByRole("link")
  const first = inactive.getByRole("listitem").first()
  await expect(first.getByRole("term")).toHaveText(["Certificate number", "Amount due"])
  await expect(first).toContainText("4002215608")
  await expect(links).toHaveCount(5)
  await inactive.getByRole("button", { name: "Show 5 more" }).click()
  await expect(links).toHaveCount(10)
  await expect(links.nth(5)).toBeFocused()
  await inactive.getByRole("button", { name: "Show 5 more" }).press("Enter")
  await expect(links).toHaveCount(14)
  await expect(links.nth(10)).toBeFocused()
  await expect(inactive.getByRole("button", { name: "Show 5 more" })).toHaveCount(0)
}

/** Turns the pages, and changes their size. */
async function turnPages(inactive: Locator) {
  const table = inactive.getByRole("table", { name: /^Inactive Products/ })
  const rows = table.locator("tbody tr")
  const titles = ["Product", "Amount paid", "Paid through", "Policy number"]
  await expect(table.getByRole("columnheader")).toHaveText(titles)
  const pages = inactive.getByRole("navigation", { name: "Pages of Inactive Products" })
  const turn = (name: string) => pages.getByRole("button", { name: `${name} page` })
  await expect(rows).toHaveCount(10)
  await expect(pages.getByRole("status")).toHaveText("1-10 of 14")
  for (const name of ["First", "Previous"]) await expect(turn(name)).toBeDisabled()

  await turn("Next").click()
  await expect(pages.getByRole("status")).toHaveText("11-14 of 14")
  await expect(rows).toHaveCount(4)
  for (const name of ["Next", "Last"]) await expect(turn(name)).toBeDisabled()
  await turn("First").click()
  await expect(pages.getByRole("status")).toHaveText("1-10 of 14")
  await turn("Last").click()
  await turn("Previous").click()
  await expect(pages.getByRole("status")).toHaveText("1-10 of 14")

  const size = pages.getByLabel("Rows per page")
  await expect(size.getByRole("option")).toHaveText(["10", "20", "30", "40", "50"])
  await size.selectOption("20")
  await expect(pages.getByRole("status")).toHaveText("1-14 of 14")
  await expect(rows).toHaveCount(14)

  await size.selectOption("10")
  await turn("Last").click()
  await table.getByRole("button", { name: "Amount paid" }).click()
  await expect(pages.getByRole("status")).toHaveText("1-10 of 14")
  await expect(rows.first()).toContainText("$48.00")
}

test("PRODUCTS-06 an inactive product with an amount owed shows amount and phone number, in list and details @phone @prove", async ({
  page,
  site,
  login,
  isMobile,
}) => {
  // The demo does not have an inactive product with an amount owed.
  await page.addInitScript(() => {
    const ask = window.fetch
    window.fetch = async (...asked) => {
      const reply = await ask(...asked)
      if (!/product(Summary|Details)$/.test(reply.url)) return reply
      const body = await reply.json()
      const [owing] = body.inactiveProducts ?? [body.productDetail]
      owing.amountDue = "96.00"
      return Response.json(body)
    }
  })
  await login("harbor", "maria.santos")
  await page.goto(`${site("harbor")}/products-main`)
  const inactive = page.getByRole("region", { name: "Inactive Products", exact: true })
  await inactive.getByRole("button", { name: "Show Inactive Products" }).click()
  const owing = inactive.getByRole(isMobile ? "listitem" : "row").filter({ hasText: "$96.00" })
  await expect(owing).toHaveCount(1)
  await expect(owing).toContainText("Amount due")
  await expect(owing).toContainText("To pay, please call us: (800) 555-0142")
  await expect(owing.getByRole("link", { name: "(800) 555-0142" })).toHaveAttribute("href", /^tel:/)
  await axeCheck(page)
  await owing.getByRole("link").first().click()
  const overview = page.getByRole("region", { name: "Product Overview" })
  await expect(overview.getByText("Amount due")).toBeVisible()
  await expect(overview).toContainText("$96.00")
  await expect(overview.getByRole("link", { name: "(800) 555-0142" })).toBeVisible()
  await axeCheck(page)
})

test("PRODUCTS-01 a phone shows five of many active products at first @phone @prove", async ({
  page,
  site,
  login,
  isMobile,
}) => {
  await login("harbor", "dorothy.lindqvist")
  await page.goto(`${site("harbor")}/products-main`)
  const active = page.getByRole("region", { name: "Active Products", exact: true })
  const links = active.getByRole("link")
  if (isMobile) {
    await expect(links).toHaveCount(5)
    await expect(active.getByText(/^5 of \d+ shown$/)).toBeVisible()
    await active.getByRole("button", { name: "Show 5 more" }).click()
    await expect(links).toHaveCount(10)
    await expect(links.nth(5)).toBeFocused()
  } else await expect.poll(() => links.count()).toBeGreaterThan(10)
})

test("PRODUCTS-01 SHELL-01 on a tablet, columns have a gap and the header is two even lines @once @prove", async ({
  page,
  site,
  login,
}) => {
  await login("harbor", "maria.santos")
  await page.goto(`${site("harbor")}/products-main`)
  const titles = page.getByRole("columnheader").getByRole("button")
  const about = page.getByRole("banner").getByRole("button", { name: "About Us" })
  const phone = page.getByRole("banner").getByText("Questions? Call")
  for (const width of [768, 1000]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(titles).toHaveCount(6)
    const boxes = await Promise.all((await titles.all()).map((one) => one.boundingBox()))
    for (const [index, box] of boxes.entries()) {
      const before = boxes[index - 1]
      if (box && before) expect(box.x - before.x - before.width, "px").toBeGreaterThanOrEqual(15)
    }
    const ends = await Promise.all([about, phone].map((one) => one.evaluate(endOfText)))
    expect(Math.abs((ends[0] ?? 0) - (ends[1] ?? Number.NaN)), "px").toBeLessThan(2)
  }
})

test("PRODUCTS-03 DASH-08 a few inactive products are not paged, and a plan's card shows its plan number @prove", async ({
  page,
  site,
  login,
  isMobile,
}) => {
  await login("wayfarer", "lena.fischer")
  await page.goto(`${site("wayfarer")}/products-main`)
  const inactive = page.getByRole("region", { name: "Inactive Products", exact: true })
  await inactive.getByRole("button", { name: "Show Inactive Products" }).click()
  await expect(inactive.getByRole("link", { name: "Weekend Traveler" })).toBeVisible()
  await expect(inactive.getByRole("navigation")).toHaveCount(0)
  await expect(inactive.getByRole("button", { name: "Show 5 more" })).toHaveCount(0)
  await expect(inactive.getByText("Plan number")).toHaveCount(isMobile ? 1 : 0)
  const note = page.getByText("This is the cost of twelve months")
  await expect(note, "a note without its mark").toHaveCount(0)
})

test("a person without products sees a text, and a failed page can be loaded again @prove", async ({
  page,
  site,
  login,
}) => {
  await login("harbor", "harold.whitfield")
  const address = "**/myaccount-core/productSummary"
  await page.route(address, (route) => route.fulfill({ status: 404, body: "not found" }), {
    times: 1,
  })
  await page.goto(`${site("harbor")}/products-main`)
  await expect(page.getByText(connectivityText)).toBeVisible()
  await expect(page.getByRole("region", { name: "Active Products" })).toHaveCount(0)
  await axeCheck(page)
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(page.getByText("You have no active products.")).toBeVisible()
  await expect(page.getByRole("region", { name: "Inactive Products" })).toHaveCount(0)
  await axeCheck(page)
})

test("both screens fit at every width @prove", async ({ page, site, login }) => {
  await login("harbor", "anastasia.papakonstantinou")
  const details = page.getByRole("link", { name: /Insurance|Plan/ }).first()
  await page.goto(`${site("harbor")}/products-main`)
  await details.waitFor()
  await expectToFit(page)
  await details.click()
  await page.getByRole("region", { name: "Product Overview" }).waitFor()
  await expectToFit(page)
})

/** Includes 320 px, the width of a common screen at 400 % zoom. */
async function expectToFit(page: Page) {
  for (const width of [320, 390, 767, 768, 900, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const over = () =>
      page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        return scrollWidth - clientWidth
      })
    await expect.poll(over, `at ${width} px`).toBe(0)
  }
}

/** Runs in the page. The x coordinate of the end of the element's text, in px. */
function endOfText(element: Element): number {
  const range = document.createRange()
  range.selectNodeContents(element)
  return range.getBoundingClientRect().right
}
