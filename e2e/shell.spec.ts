import type { Page } from "@playwright/test"
import { callsOf } from "./calls-of.ts"
import { axeCheck, expect, test } from "./fixtures.ts"
import { typeCredentials } from "./sign-in-steps.ts"

const destinations = ["Home", "Payment Center", "Products"]

test("SHELL-01 HELP-01 the header has the logos, the popups, the phone block, and the way to file a claim if the client has a claims address @phone @prove", async ({
  page,
  site,
  isMobile,
}) => {
  await page.goto(`${site("electricians")}/reset-password/ticket`)
  const header = page.getByRole("banner")
  await expect(header.getByRole("img")).toHaveCount(2)
  await expect(header.getByRole("link").nth(1)).toHaveAttribute(
    "href",
    "https://www.unitedtrades.example.com",
  )
  if (isMobile) return
  await expect(header.getByText("(800) 555-0126")).toBeVisible()
  for (const name of ["File a claim", "Contact Us", "About Us"]) {
    await header.getByRole("button", { name }).click()
    const popup = page.getByRole("dialog", { name })
    await expect(popup).toBeVisible()
    if (name === "File a claim") {
      await expect(popup).toContainText("Do you need to file a claim?")
      await expect(popup.getByRole("link", { name: "File your claim online" })).toHaveAttribute(
        "href",
        "https://claims.unitedtrades.example.com/local-26",
      )
      await expect(popup).toContainText(/Need help\? Call \(800\) 555-0126, (open|closed) until/)
    }
    await axeCheck(page)
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click()
    await expect(page.getByRole("dialog")).toBeHidden()
    await expect(header.getByRole("button", { name })).toBeFocused()
  }

  await page.goto(site("support"))
  await expect(header.getByRole("button", { name: /Contact Us|File a claim/ })).toHaveCount(0)
  await expect(header.getByText("555-0100")).toHaveCount(0)
})

test("SHELL-02 the navigation links to every part and marks the current one", {
  tag: "@phone",
}, async ({ page, login, isMobile }) => {
  await login("harbor", "maria.santos")
  const navigation = page.getByRole("navigation", { name: "Main" }).filter({ visible: true })
  const more = isMobile ? [] : ["Profile"]
  await expect(navigation.getByRole("link")).toHaveText([...destinations, ...more])
  await expect(navigation.getByRole("link", { name: "Home" })).toHaveAttribute(
    "aria-current",
    "page",
  )
  for (const name of ["Payment Center", "Products", ...more, "Home"]) {
    await navigation.getByRole("link", { name }).click()
    await expect(navigation.getByRole("link", { name })).toHaveAttribute("aria-current", "page")
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused()
  }
  await expect(navigation.getByRole("button")).toHaveText(isMobile ? ["More"] : ["Logout"])
})

test("SHELL-03 a phone below 768 px has an icon whose popup shows the number as a link @prove", {
  tag: "@phone",
}, async ({ page, site, isMobile }) => {
  await page.goto(site("harbor"))
  const phone = page.getByRole("button", { name: "Contact us by phone" })
  await expect(phone).toBeVisible({ visible: isMobile })
  if (!isMobile) return
  await phone.click()
  const popup = page.getByRole("dialog", { name: "Contact us" })
  await expect(popup.getByRole("link", { name: "Call Now" })).toHaveAttribute(
    "href",
    "tel:+18005550142",
  )
  await expect(popup).toContainText(/(open|closed) until .+ ET/)
  await axeCheck(page)
})

test("SHELL-04 SHELL-11 HELP-01 HELP-02 a phone's bottom bar has Home, Payment Center, Products and More, whose side panel holds the rest", {
  tag: "@phone",
}, async ({ page, login, isMobile }) => {
  await login("harbor", "maria.santos")
  const more = page.getByRole("button", { name: "More" })
  await expect(more).toBeVisible({ visible: isMobile })
  if (!isMobile) return
  await more.click()
  const panel = page.getByRole("dialog", { name: "More" })
  await expect(panel.getByRole("listitem")).toHaveText([
    /^Call us at \(800\) 555-0142(open|closed) until .+ ET$/,
    "File a claim",
    "Home",
    "Payment Center",
    "Products",
    "Profile",
    "About Us",
    "Contact Us",
    "Logout",
    "Privacy Policy",
    "Terms and Conditions",
    "Accessibility Statement",
  ])
  await axeCheck(page)
  await panel.getByRole("button", { name: "File a claim" }).click()
  const claim = page.getByRole("dialog", { name: "File a claim" })
  await expect(claim.getByRole("link", { name: "File your claim online" })).toBeVisible()
  await expect(claim.getByRole("link", { name: "(800) 555-0142" })).toBeVisible()
  await page.goBack()
  await expect(claim).toBeHidden()
  await more.click()
  await panel.getByRole("button", { name: "Privacy Policy" }).click()
  await expect(page.getByRole("dialog", { name: "Privacy Policy" })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole("dialog")).toBeHidden()
  await expect(page).toHaveURL(/\/dashboard$/)
  await more.click()
  await panel.getByRole("link", { name: "Products" }).click()
  await expect(page).toHaveURL(/\/products-main$/)
  await expect(panel).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole("dialog")).toBeHidden()
})

test("SHELL-02 ACCESS-01 forced colors show a line at the current entry alone, in the bottom bar and in the tabs @once @prove", async ({
  page,
  site,
  login,
}) => {
  await page.emulateMedia({ forcedColors: "active" })
  await page.setViewportSize({ width: 390, height: 844 })
  await login("harbor", "maria.santos")
  await page.goto(`${site("harbor")}/payment-center/products`)
  const linesOf = (name: string, side: "top" | "bottom") =>
    page
      .getByRole("navigation", { name, exact: true })
      .filter({ visible: true })
      .getByRole("link")
      .evaluateAll(
        (entries, property) =>
          entries.map((entry) => [
            entry.ariaCurrent,
            getComputedStyle(entry).getPropertyValue(property),
          ]),
        `border-${side}-color`,
      )
  for (const lines of [await linesOf("Main", "top"), await linesOf("Payment Center", "bottom")]) {
    const others = new Set(lines.flatMap(([current, color]) => (current ? [] : [color])))
    const [[, own] = []] = lines.filter(([current]) => current)
    expect(others.size).toBe(1)
    expect(others).not.toContain(own)
  }
})

test("SHELL-04 ACCESS-01 the bottom bar stays one line with text of 200 %, and the line of each tab has its label in the middle @once @prove", async ({
  page,
  site,
  login,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await login("harbor", "maria.santos")
  await page.goto(`${site("harbor")}/payment-center/products`)
  const tabs = page.getByRole("navigation", { name: "Payment Center" }).getByRole("link")
  await expect(tabs).toHaveCount(4)
  const shifts = await tabs.evaluateAll((links) =>
    links.map((link) => {
      const label = document.createRange()
      label.selectNodeContents(link)
      const [text, line] = [label.getBoundingClientRect(), link.getBoundingClientRect()]
      const edge = Math.max(line.left, link.closest("ul")?.getBoundingClientRect().left ?? 0)
      return Math.round(text.left - edge - (line.right - text.right))
    }),
  )
  expect(shifts).toEqual([0, 0, 0, 0])

  const browser = await page.context().newCDPSession(page)
  await browser.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } })
  await page.setViewportSize({ width: 390, height: 844 })
  const bar = page.getByRole("navigation", { name: "Main" }).filter({ visible: true })
  await expect(bar.getByRole("button", { name: "More" })).toBeVisible()
  const tops = await bar
    .getByRole("listitem")
    .evaluateAll((entries) => entries.map((entry) => entry.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(1)
})

test("SHELL-05 SHELL-30 ACCESS-04 the footer has the year and two popups, support has none, and pages and popups print below the brand and the date @prove", {
  tag: "@phone",
}, async ({ page, site, isMobile }) => {
  await page.goto(site("harbor"))
  const footer = page.getByRole("contentinfo")
  await expect(footer).toBeVisible({ visible: !isMobile })
  if (!isMobile) {
    await expect(footer).toContainText(`© ${new Date().getFullYear()} Harbor Mutual`)
    for (const name of ["Terms of Service", "Privacy Policy"]) {
      await footer.getByRole("button", { name }).click()
      await expect(page.getByRole("dialog", { name })).toBeVisible()
      await expectPrintHead(page)
      await page.getByRole("dialog").getByRole("button", { name: "Close" }).click()
    }
    await footer.getByRole("link", { name: /^Accessibility/ }).click()
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused()
    const statement = page.getByRole("article")
    await expect(statement).toContainText("Harbor Mutual wants everyone to be able to use")
    await expect(statement.getByRole("link", { name: "(800) 555-0142" }).first()).toBeVisible()
    await expect(statement.getByRole("link", { name: "service@harbor.example.com" })).toBeVisible()
    await axeCheck(page)
    await expectPrintHead(page)
  }
  await page.goto(site("support"))
  await expect(page.getByRole("contentinfo")).toHaveCount(0)
  await page.getByRole("link", { name: /^Accessibility/ }).click()
  await expect(page.getByRole("heading", { name: /^Accessibility/ })).toBeVisible()
})

/** Without a login, printed pages have brand and date at the top. */
async function expectPrintHead(page: Page) {
  const head = page.getByText(/^Printed on \w+ \d+, \d{4}$/).locator("..")
  await expect(head).toBeHidden()
  await page.emulateMedia({ media: "print" })
  await expect(head).toHaveText(/^Harbor MutualPrinted on/)
  expect((await head.boundingBox())?.y).toBeLessThan(30)
  await page.emulateMedia({ media: "screen" })
}

test("SHELL-06 SHELL-11 a popup closes with Close, Esc and Back, but not with a click beside it @prove", {
  tag: "@phone",
}, async ({ page, site, isMobile }) => {
  await page.goto(site("harbor"))
  const open = () => openTerms(page, isMobile)
  const popup = page.getByRole("dialog", { name: "Terms of Service" })
  await open()
  await expect(popup).toBeVisible()
  await page.mouse.click(3, 3)
  await expect(popup).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(popup).toBeHidden()
  await open()
  await popup.getByRole("button", { name: "Close" }).click()
  await expect(popup).toBeHidden()
  await open()
  await expect(popup).toBeVisible()
  await page.goBack()
  await expect(popup).toBeHidden()
  await expect(page).toHaveURL(`${site("harbor")}/`)
})

for (const reducedMotion of ["no-preference", "reduce"] as const) {
  test(`SHELL-06 transitions with motion ${reducedMotion} @phone @prove`, async ({
    page,
    site,
    isMobile,
  }) => {
    await page.emulateMedia({ reducedMotion })
    await page.goto(site("harbor"))
    await openTerms(page, isMobile)
    const popup = page.getByRole("dialog", { name: "Terms of Service" })
    const fade = (element: Element, pseudo?: string) => {
      const style = getComputedStyle(element, pseudo)
      const place = style.transitionProperty.split(", ").indexOf("opacity")
      return Number.parseFloat(style.transitionDuration.split(", ")[place] ?? "") * 1000
    }
    const moves = reducedMotion === "no-preference"
    expect(await popup.evaluate(fade)).toBe(moves ? 300 : 0)
    expect(await popup.evaluate(fade, "::backdrop")).toBe(moves ? 150 : 0)
  })
}

test("SHELL-07 INFO messages are separate and can be closed, and a route change clears all messages @phone @prove", async ({
  page,
  login,
}) => {
  const types = ["INFO", "SUCCESS", "FAILURE", "ERROR", "CLIENT_MISMATCH"]
  const messages = types.map((type) => ({
    type,
    content: [`The <strong>${type}</strong> message`, "and its second line"],
    messageId: type,
  }))
  await page.route("**/myaccount-core/dashboard", (route) =>
    route.fulfill({
      json: {
        activeProducts: [],
        paymentsDue: [],
        totalDue: "0.00",
        totalPastDue: "0.00",
        totalByAutoPay: "0.00",
        totalCombined: "0.00",
        hasEAPlusProduct: "N",
        hasOnlyInactiveProducts: "N",
        clientName: "Harbor Mutual",
        currentDate: "03/02/2026",
        messages,
      },
    }),
  )
  await login("harbor", "maria.santos")
  const main = page.getByRole("main")
  for (const type of types) await expect(main.locator("strong", { hasText: type })).toBeVisible()
  await expect(main.getByText("and its second line")).toHaveCount(types.length)
  const warnings = main.getByRole("alert").locator("strong")
  await expect(warnings).toHaveText(["FAILURE", "ERROR", "CLIENT_MISMATCH"])
  await expect(main.getByRole("img", { name: "Success" })).toHaveCount(1)
  await expect(main.getByRole("img", { name: "Warning" })).toHaveCount(3)
  await axeCheck(page)

  await expect(main.getByRole("button", { name: "Close" })).toHaveCount(1)
  await main.getByRole("button", { name: "Close" }).click()
  await expect(main.locator("strong", { hasText: "INFO" })).toHaveCount(0)
  await page.getByRole("link", { name: "Products", exact: true }).filter({ visible: true }).click()
  await expect(page).toHaveURL(/\/products-main$/)
  await expect(main.locator("strong")).toHaveCount(0)
})

test("SHELL-08 SHELL-02 SHELL-03 SHELL-04 SHELL-05 staff have a banner and their own home, but no Profile", async ({
  page,
  site,
  isMobile,
}) => {
  await page.goto(site("support"))
  const phone = page.getByRole("button", { name: "Contact us by phone" })
  await expect(phone).toHaveCount(0)
  await typeCredentials(page, "agent.kim")
  await page.getByRole("button", { name: "Log In" }).click()
  await expect(page.getByText("Customer support user: agent.kim")).toBeVisible()
  await expect(phone).toHaveCount(0)
  const logout = page.getByRole("banner").getByRole("button", { name: "Logout" })
  await expect(logout, "an icon in the phone's place").toBeVisible({ visible: isMobile })
  await expect(page.getByRole("contentinfo")).toHaveCount(0)
  const navigation = page.getByRole("navigation", { name: "Main" }).filter({ visible: true })
  await expect(navigation.getByRole("link")).toHaveText(["Home", "Status"])
  await expect(navigation.getByRole("link", { name: "Home" })).toHaveAttribute(
    "href",
    "/customer-home",
  )
  await axeCheck(page)
  if (isMobile) {
    await page.getByRole("button", { name: "More" }).click()
    const panel = page.getByRole("dialog", { name: "More" })
    await expect(panel.getByRole("link", { name: "Home" })).toBeVisible()
    await expect(panel.getByRole("button", { name: "Logout" })).toHaveCount(0)
    await expect(panel.getByRole("link", { name: "Profile" })).toHaveCount(0)
    await panel.getByRole("button", { name: "Close" }).click()
  }
  await page.getByRole("button", { name: "Logout" }).filter({ visible: true }).click()
  await expect(page).toHaveURL(`${site("support")}/`)
})

test("PROFILE-01 SHELL-08 SHELL-05 HOST-08 the support site shows the search instead of a customer's screens @once @prove", async ({
  page,
  site,
  login,
}) => {
  await login("support", "agent.kim")
  const calls = callsOf(page)
  const title = "My Account Support My Account Home"
  for (const path of ["/my-profile", "/payment-center/products", "/products-main"]) {
    const response = await page.goto(site("support") + path)
    expect(await response?.text(), path).toContain(`<title>${title}</title>`)
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Search Clients")
    await expect(page, path).toHaveTitle(title)
    await expect(page.getByText("Please find the customer first")).toBeVisible()
    await expect(page.getByRole("contentinfo")).toHaveCount(0)
    await expect(page.getByRole("link", { name: "Profile" })).toHaveCount(0)
  }
  const asked = calls.filter((path) => path.startsWith("/myaccount-core/"))
  const allowed = [
    "/myaccount-core/agent/roles",
    "/myaccount-core/agent/approvals",
    "/myaccount-core/agent/refunds",
    "/myaccount-core/agent/corrections",
  ]
  expect(new Set(asked), "no one's data").toEqual(new Set(allowed))
})

test("SHELL-09 pages opened from an email do not have a navigation @phone @prove", async ({
  page,
  site,
  login,
}) => {
  await login("harbor", "maria.santos")
  const navigation = page.getByRole("navigation", { name: "Main" }).filter({ visible: true })
  await expect(navigation).toHaveCount(1)
  for (const path of ["/reset-password/ticket", "/unsubscribe/token"]) {
    await page.goto(site("harbor") + path)
    await expect(page.getByRole("banner")).toBeVisible()
    await expect(navigation).toHaveCount(0)
  }
})

test("a keyboard user can skip to the content @phone @prove", async ({ page, login }) => {
  await login("harbor", "maria.santos")
  await expect(page.getByRole("heading", { name: "Payments Due" })).toBeVisible()
  await page.keyboard.press("Tab")
  await expect(page.getByRole("link", { name: "Skip to main content" })).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(page.getByRole("main")).toBeFocused()
})

async function openTerms(page: Page, isMobile: boolean) {
  if (!isMobile) {
    await page.getByRole("button", { name: "Terms of Service" }).click()
    return
  }
  await page.getByRole("button", { name: "More" }).click()
  await page.getByRole("button", { name: "Terms and Conditions" }).click()
}
