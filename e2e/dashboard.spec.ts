import type { Page } from "@playwright/test"
import { connectivityText } from "#contracts/connectivity.ts"
import { dayInWords } from "#contracts/dates.ts"
import type { PastPayment } from "#contracts/payments/payment-history.ts"
import type { Dashboard } from "#contracts/products/dashboard.ts"
import { amountDetails } from "#web/payments/pay-now/texts.ts"
import { noBill } from "#web/products/texts.ts"
import { axeCheck, expect, test } from "./fixtures.ts"
import { keptInHistory } from "./sign-in-steps.ts"

/** A day of the demo's year in words. */
const day = (shown: string) => dayInWords(shown, "03/01/2026")

test("DASH-01 the dashboard shows amounts due, active products, and each disclaimer once", async ({
  page,
  login,
}) => {
  await login("harbor", "maria.santos")
  await expect(page).toHaveTitle("Harbor Mutual My Account Home")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome, Maria Santos")
  const due = page.getByRole("region", { name: "Payments Due" })
  await expect(due).toContainText("$31.20")
  await expect(due).toContainText(`Pay by ${day("03/11/2026")} to stay covered.`)
  await expect(due).toContainText("Past Due")

  const active = page.getByRole("region", { name: "Your Active Products" })
  for (const status of ["Auto Pay", "Past Due", "Combined Bill", "No Cost to You"]) {
    await expect(active.getByText(status, { exact: true })).toHaveCount(1)
  }
  for (const disclaimer of [
    "Auto Pay: we charge the amount due",
    "Combined Bill: this product",
    "No Cost to You: this benefit",
    "The amounts and dates on this site",
    "A payment made online before",
  ]) {
    await expect(page.getByText(disclaimer)).toHaveCount(1)
  }
  await axeCheck(page)
})

test("DASH-08 the note of a footnote mark is beside the amount on each screen @phone @prove", async ({
  page,
  site,
  login,
}) => {
  const note = "May include unpaid amounts from earlier bills. Your coverage continues"
  await login("harbor", "maria.santos")
  await expect(page.getByRole("region", { name: "Payments Due" })).toContainText(note)
  await page.goto(`${site("harbor")}/payment-center/products`)
  const main = page.getByRole("main")
  await expect(main.getByText(note)).toHaveCount(1)
  await expect(main.getByText(note)).toBeVisible()
  await page.getByRole("radio", { name: "Whole Life" }).click()
  await expect(main.getByText(note), "below the table").toBeVisible()
  await expect(page.getByRole("rowheader").filter({ hasText: note })).toHaveCount(0)
  await page.getByRole("radio", { name: "Cancer Expense" }).click()
  await page.getByRole("button", { name: "Pay Now" }).click()
  await expect(main.getByText(note).first()).toBeVisible()
  const costNote = "This is the cost of twelve"
  await page.goto(`${site("harbor")}/product-details/4001930427`)
  await expect(page.getByRole("region", { name: "Product Overview" })).toContainText(costNote)
  await page.goto(`${site("harbor")}/products-main`)
  const active = page.getByRole("region", { name: "Active Products", exact: true })
  await expect(active).toContainText(costNote)
})

test("DASH-08 ACCESS-02 a screen reader reads a footnote mark apart from the amount @prove", async ({
  page,
  site,
  login,
}) => {
  await login("harbor", "maria.santos")
  const screens = [
    ["/dashboard", "$31.20 , see note 2"],
    ["/payment-center/products", "$31.20 , see note 2"],
    ["/products-main", "$582.00 , see note 1"],
    ["/product-details/4001930427", "$582.00 , see note 1"],
  ] as const
  for (const [path, text] of screens) {
    await page.goto(site("harbor") + path)
    await expect(page.getByText(text.slice(0, 7)).first()).toBeVisible()
    const read = await page.getByRole("main").ariaSnapshot()
    expect(read).toContain(text)
    expect(read).not.toMatch(/\.\d{3}|see note \d\d/)
  }
  await page.goto(`${site("harbor")}/payment-center/products`)
  await page.getByRole("button", { name: "Pay Now" }).click()
  await page.getByText(amountDetails).click()
  const parts = page.getByText("Total amount due").locator("xpath=ancestor::dl")
  expect(await parts.ariaSnapshot()).toContain("$31.20 , see note 2")
})

test("DASH-09 DASH-10 a charge on a day other than the due date is stated, and each bill with its date", {
  tag: "@phone",
}, async ({ page, site, login }) => {
  await login("harbor", "maria.santos")
  const due = page.getByRole("region", { name: "Payments Due" })
  await expect(due).toContainText(`Auto Pay: $48.50 on ${day("03/12/2026")}.`)
  await expect(due).toContainText(`Next bill: $24.70, due ${day("03/12/2026")}.`)
  await page.goto(`${site("harbor")}/payment-center/products`)
  await page.getByRole("radio", { name: "Whole Life" }).click()
  await expect(page.getByRole("main")).toContainText(
    `Auto Pay will charge $48.50 to VISA ending in 4242 on ${day("03/12/2026")}.`,
  )
  await page.getByRole("radio", { name: "Cancer Expense" }).click()
  const owed = [
    `Was due ${day("02/12/2026")}.`,
    `Pay by ${day("03/11/2026")} to stay covered.`,
    `Next bill: $24.70, due ${day("03/12/2026")}.`,
  ]
  await expect(page.getByRole("main")).toContainText(owed.join(" "))
})

test("DASH-05 DASH-10 several payments due have one total, and the most urgent is first @phone @prove", async ({
  page,
  login,
  isMobile,
}) => {
  await login("harbor", "dorothy.lindqvist")
  const due = page.getByRole("region", { name: "Payments Due" })
  await expect(due).toContainText("Pay $106.95 now to stay covered")
  const [first, last] = [day("03/03/2026"), day("03/26/2026")]
  await expect(due).toContainText(
    `First $31.69 today. Next bills: $203.60, due between ${first} and ${last}.`,
  )
  await expect(due).toContainText(/Auto Pay: \$125\.25 between .* and .*\./)
  await expect(due).toContainText(/Combined bill: \$101\.80 on .*\./)
  const payFirst = due.getByRole("button", { name: "Pay the first: $31.69 for Travel Accident" })
  await expect(payFirst).toHaveClass(/primary/)
  const cards = due.getByRole("listitem")
  await expect(cards.first().getByRole("button")).toHaveClass(/secondary/)
  await expect(cards.first()).toContainText(`Next bill: $31.69, due ${first}.`)
  if (isMobile) await due.getByRole("button", { name: "Show 5 more" }).click()
  await expect(cards.nth(5)).toContainText("Due Now")
  await expect(cards.first()).toContainText("Pay today to stay covered.")
  await expect(cards.last()).toContainText(`Pay by ${last}.`)
  await expect(cards.last().getByText(last), "the day to pay, once").toHaveCount(1)
  await expect(cards.last()).toContainText(/Covered until \w+, Apr 22 with the grace period\./)
  await axeCheck(page)
})

test("DASH-09 DASH-10 a past due bill that Auto Pay pays before coverage ends asks for nothing, and can still be paid @phone @prove", async ({
  page,
  login,
}) => {
  await login("harbor", "robert.chen")
  const due = page.getByRole("region", { name: "Payments Due" })
  await expect(due).toContainText(`Auto Pay pays $46.50 on ${day("03/12/2026")}`)
  await expect(due).toContainText(/Covered until \w+, Mar 26 with the grace period\./)
  await expect(due).toContainText("From VISA ending in 9995. Nothing to do.")
  const badges = page.getByRole("main").locator("span[class*=badge]")
  await expect(badges).toHaveText(["Past Due", "Past Due"])
  for (const badge of await badges.all()) await expect(badge).toHaveClass(/info/)
  await expect(due).not.toContainText("Pay by")
  await expect(due).toContainText(`Then $46.50, due ${day("03/27/2026")}.`)
  const button = due.getByRole("button", { name: "Pay Now" })
  await expect(button).toHaveClass(/secondary/)
  await axeCheck(page)
  await button.click()
  await expect(page).toHaveURL(/pay-now$/)
})

for (const person of ["maria.santos", "dorothy.lindqvist"]) {
  test(`DASH-05 DASH-13 beside a payment due, ${person} sees a payment of the last 7 days @phone @prove`, async ({
    page,
    login,
  }) => {
    const payment: Partial<PastPayment> = {
      ...{ paymentAmount: "31.20", paymentDate: "03/02/2026", paymentStatus: "accepted" },
      ...{ hasReceipt: "Y", confirmationNumber: "400193043500001" },
    }
    const show = (change: Partial<PastPayment>) =>
      page.route("**/myaccount-core/paymentHistory", (route) =>
        route.fulfill({
          json: {
            payments: [{ paymentStatus: "declined" }, { ...payment, ...change }],
            ...{ skippedCharges: [], credits: [], messages: [] },
          },
        }),
      )
    await show({})
    await login("harbor", person)
    const due = page.getByRole("region", { name: "Payments Due" })
    await expect(due.getByText("Last payment: $31.20 today. Receipt")).toHaveCount(1)
    await expect(due.getByRole("link", { name: "Receipt" })).toHaveAttribute(
      "href",
      /payment-history#400193043500001$/,
    )
    await axeCheck(page)
    await show({ paymentDate: "02/23/2026" })
    await page.reload()
    await expect(due).toContainText(`Last payment: $31.20 on ${day("02/23/2026")}.`)
    await show({ paymentStatus: "pending", hasReceipt: "N" })
    await page.reload()
    await expect(due).toContainText("$31.20 is on its way from your bank.")
    await show({ paymentDate: "02/22/2026" })
    await page.reload()
    await due.getByRole("link", { name: "See your next 12 months" }).waitFor()
    await expect(due).not.toContainText("Last payment")
  })
}

test("DASH-13 each fact shows once on a phone @phone @prove", async ({ page, login }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await login("harbor", "maria.santos")
  const main = page.getByRole("main")
  await page.getByRole("button", { name: "Pay Now" }).waitFor()
  await expect(main).toContainText("A payment made online before")
  const shown = await main.innerText()
  const words = shown.split(/\s+/).filter((word) => word !== "")
  // Of these words, 131 are in the managed disclaimers and 22 in the note of the amount.
  expect(words.length).toBeLessThanOrEqual(245)
  const sentences = shown.split(/(?<=\.)\s/).filter((sentence) => sentence.endsWith("."))
  expect(sentences.toSorted()).toEqual([...new Set(sentences)].toSorted())
  await expect(
    main.locator("details, [aria-hidden=true]:not(svg, sup, div:has(> sup))"),
  ).toHaveCount(0)
})

test("DASH-12 the coverage bar has a sentence, a caption and forced colors, and fits 320 px @prove", async ({
  page,
  login,
}) => {
  await login("harbor", "maria.santos")
  const bar = page.getByRole("img", { name: `Covered until ${day("03/11/2026")}.` })
  await bar.waitFor()
  await page.setViewportSize({ width: 320, height: 800 })
  for (const look of [
    { forcedColors: "active" },
    { colorScheme: "dark" },
    { media: "print" },
  ] as const) {
    await page.emulateMedia({
      forcedColors: "none",
      colorScheme: "light",
      media: "screen",
      ...look,
    })
    const box = await bar.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320)
    const label = await bar.getByText("Today", { exact: true }).boundingBox()
    const mark = await bar.locator("rect[class*=today]").boundingBox()
    expect((label?.x ?? 0) + (label?.width ?? 0)).toBeLessThanOrEqual(320)
    expect((label?.y ?? 0) + (label?.height ?? 0)).toBeLessThanOrEqual((mark?.y ?? 0) + 1)
    const fills = await bar
      .locator("rect[class]")
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).fill))
    expect(new Set(fills).size, JSON.stringify(look)).toBeGreaterThanOrEqual(4)
  }
})

test("DASH-12 without dates of the account system there is no bar and no sentence about coverage @prove", async ({
  page,
  login,
}) => {
  await page.route("**/myaccount-core/nextCharges", (route) =>
    route.fulfill({ json: { nextCharges: [], coverage: [], messages: [] } }),
  )
  await login("harbor", "maria.santos")
  const due = page.getByRole("region", { name: "Payments Due" })
  await expect(due).toContainText(`Was due ${day("02/12/2026")}. Please pay it now.`)
  await expect(due.getByRole("img", { name: "Covered" })).toHaveCount(0)
  await expect(due).not.toContainText("overed")
})

test("DASH-01 the amount due is the largest text on the screen @phone @prove", async ({
  page,
  login,
}) => {
  await login("harbor", "maria.santos")
  const due = page.getByRole("region", { name: "Payments Due" })
  const amount = due.getByText("$31.20", { exact: true })
  await amount.waitFor()
  const sizes = await page
    .locator("main *")
    .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)))
  const size = await amount.evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize))
  expect(size).toBe(Math.max(...sizes))
  // The "$" of a heading font can look struck through.
  await expect(amount).toHaveCSS(
    "font-family",
    await page.locator("body").evaluate((one) => getComputedStyle(one).fontFamily),
  )
})

test("DASH-01 the welcome stays hidden after a person hides it @phone @prove", async ({
  page,
  login,
}) => {
  await login("harbor", "maria.santos")
  await page.evaluate(() => localStorage.setItem("hideWelcome", "Y"))
  await page.reload()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("My Account Home")
})

test("DASH-02 a single due product shows beside the table, and as a card on a phone @prove", {
  tag: "@phone",
}, async ({ page, login, isMobile }) => {
  await login("harbor", "james.okafor")
  const due = page.getByRole("region", { name: "Payments Due" })
  const active = page.getByRole("region", { name: "Your Active Products" })
  await expect(due.getByRole("button", { name: "Pay Now" })).toHaveCount(1)
  await expect(active.getByRole("table")).toHaveCount(isMobile ? 0 : 1)
  expect(await stand(page)).toBe(isMobile ? "stacked" : "beside")
})

test("DASH-02 several due products show as cards above the table @phone @prove", async ({
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

test("DASH-02 the layout switches between cards and table at 767 and 768 px @prove", async ({
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

test("DASH-03 a product's name links to its details @phone @prove", async ({
  page,
  site,
  login,
}) => {
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
  // The address changes before the document does.
  await page.getByRole("button", { name: "Submit Payment" }).waitFor()
  expect(await keptInHistory(page)).toMatchObject({
    selectedProduct: { policyNumber: "4001930435", amountDue: "55.90" },
    clientName: "Harbor Mutual",
    originScreen: "DASHBOARD",
  })
})

test("DASH-03 the flag disables Pay now, and the page shows the reason @phone @prove", async ({
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

test("NOTICE-06 a card that expires before its next charge has a notice with one button @phone @prove", async ({
  page,
  login,
}) => {
  const replied = page.waitForResponse("**/myaccount-core/dashboard")
  await login("harbor", "maria.santos")
  const dashboard: Dashboard = await (await replied).json()
  const [product] = dashboard.activeProducts.filter(
    ({ paymentStatusDisplayStyle }) => paymentStatusDisplayStyle === "autopay",
  )
  if (!product) throw new Error("No product is on auto pay.")
  const content = ["VISA ending in 4242 expires on Tue, Mar 31."]
  product.autoPayNotice = { state: "expiring", title: "Your card expires soon", content }
  await page.route("**/myaccount-core/dashboard", (route) => route.fulfill({ json: dashboard }))
  await page.reload()
  const notice = page.getByRole("region", { name: /^Your card expires soon/ })
  await expect(notice).toContainText("expires on Tue, Mar 31")
  await expect(notice.getByRole("link")).toHaveAttribute("href", /payment-methods/)
  await axeCheck(page)
})

test("DASH-04 only members of EA Plus see its note @phone @prove", async ({ page, login }) => {
  await login("wayfarer", "lena.fischer")
  await expect(page.getByText("Emergency Assistance Plus members:")).toBeVisible()
  await axeCheck(page)
})

test("DASH-04 the note is absent without EA Plus @prove", async ({ page, login }) => {
  await login("wayfarer", "patricia.holloway")
  await expect(page.getByRole("region", { name: "Your Active Products" })).toContainText("Roadside")
  await expect(page.getByText("Emergency Assistance Plus members:")).toHaveCount(0)
})

test("DASH-11 a person without products sees the next step @phone @prove", async ({
  page,
  login,
}) => {
  await login("harbor", "harold.whitfield")
  const active = page.getByRole("region", { name: "Your Active Products" })
  await expect(active).toContainText("You have no active products.")
  await expect(active.getByRole("link", { name: "(800) 555-0142" })).toBeVisible()
  await expect(active.getByRole("link", { name: "See the products" })).toHaveCount(0)
  await expect(page.getByText(noBill)).toBeVisible()
  await axeCheck(page)
})

test("ACCESS-11 placeholders show while the dashboard loads, with a contrast of 3:1 @phone @prove", async ({
  page,
  login,
}) => {
  const held = Promise.withResolvers<void>()
  await page.route("**/myaccount-core/dashboard", async (route) => {
    await held.promise
    await route.continue()
  })
  await login("harbor", "maria.santos")
  await expect(page.getByRole("status").filter({ hasText: "Loading your products" })).toBeAttached()
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await page.evaluate(leastContrast), colorScheme).toBeGreaterThanOrEqual(3)
  }
  const before = await page.getByRole("heading", { name: "Payments Due" }).boundingBox()
  held.resolve()
  await page.getByRole("button", { name: "Pay Now" }).waitFor()
  expect(await page.getByRole("heading", { name: "Payments Due" }).boundingBox()).toEqual(before)
})

test("a failed dashboard shows an error and can be loaded again @phone @prove", async ({
  page,
  login,
}) => {
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

/**
 * Runs in the page. The lowest contrast between a placeholder's outline and the color behind it.
 */
function leastContrast(): number {
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true })
  if (!context) throw new Error("There is no canvas.")
  const luminance = (color: string) => {
    context.fillStyle = color
    context.fillRect(0, 0, 1, 1)
    const parts = [...context.getImageData(0, 0, 1, 1).data].slice(0, 3).map((part) => {
      const value = part / 255
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    })
    const [red = 0, green = 0, blue = 0] = parts
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const behind = (element: Element): string => {
    const color = getComputedStyle(element).backgroundColor
    const parent = element.parentElement
    return parent && /, 0\)$/.test(color) ? behind(parent) : color
  }
  const contrasts = [...document.querySelectorAll("main span[aria-hidden]")].map((one) => {
    const parent = one.parentElement ?? document.body
    const [dark = 0, light = 0] = [getComputedStyle(one).borderTopColor, behind(parent)]
      .map(luminance)
      .toSorted((a, b) => a - b)
    return (light + 0.05) / (dark + 0.05)
  })
  return Math.min(...contrasts)
}
