import type { Page } from "@playwright/test"
import { expect, test } from "./fixtures.ts"

declare global {
  interface Window {
    foreignIn: () => string[]
    violated: (what: string) => void
  }
}

const clients = ["harbor", "wayfarer"]

test("hostile markup in fields and managed texts cannot run scripts or contact hosts @prove", async ({
  app,
  page,
  site,
  login,
}) => {
  const numbers = await app.ask("plantHostileMarkup", { username: "harold.whitfield", clients })
  expect(numbers.length).toBeGreaterThan(200)
  const ran = await watchForScripts(page)

  await login("harbor", "harold.whitfield")
  const due = page.getByRole("region", { name: "Payments Due" })
  await expect(due.getByRole("button", { name: "Pay Now" })).toHaveCount(numbers.length)
  await expectInert(page)

  await page.goto(`${site("harbor")}/products-main`)
  const active = page.getByRole("region", { name: "Active Products", exact: true })
  await expect(active.getByRole("link", { name: /^Hostile/ })).toHaveCount(numbers.length)
  await expectInert(page)

  const foreign = await visitEach(page, numbers)
  expect(foreign).toEqual([])

  await page.goto(`${site("harbor")}/product-details/4999999999`)
  await page.getByText("There is no product with this number").waitFor()
  for (const popup of ["Contact Us", "Terms of Service"]) {
    await page.getByRole("button", { name: popup }).click()
    await page.getByRole("dialog", { name: popup }).waitFor()
    await expectInert(page)
    await page.keyboard.press("Escape")
  }
  // Their texts end with markup other than Harbor's.
  for (const path of ["/", "/forgot-username", "/account-details"]) {
    await page.goto(`${site("wayfarer")}${path}`)
    await page.getByRole("heading", { level: 1 }).waitFor()
    await expectInert(page)
  }
  await login("wayfarer", "lena.fischer")
  await page.getByRole("button", { name: /^Pay Now/ }).waitFor()
  await expectInert(page)
  expect(ran).toEqual([])
})

/**
 * Collects scripts that ran, requests, and violations that only the content security policy
 * blocked.
 */
async function watchForScripts(page: Page): Promise<string[]> {
  const ran: string[] = []
  await page.exposeFunction("hit", () => void ran.push(`a script, on ${page.url()}`))
  await page.exposeFunction("violated", (what: string) => void ran.push(`a violation: ${what}`))
  await page.addInitScript({ content: `window.foreignIn = ${foreignIn}` })
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      window.violated(`${event.violatedDirective}: ${event.sample} ${event.blockedURI}`)
    })
  })
  page.on("dialog", (dialog) => {
    ran.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return ran
}

/** Checks both layouts. */
async function expectInert(page: Page) {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.waitForFunction((size) => innerWidth === size, width)
    expect(await page.evaluate(() => window.foreignIn()), `at ${width} px`).toEqual([])
  }
}

/** Follows links from product to product without reloading the page. */
async function visitEach(page: Page, numbers: string[]): Promise<string[]> {
  return await page.evaluate(async (all) => {
    const found: string[] = []
    for (const [index, number] of all.entries()) {
      history.pushState(null, "", `/product-details/${number}`)
      dispatchEvent(new PopStateEvent("popstate"))
      const name = `Hostile ${index + 1} `
      const start = Date.now()
      while (!document.querySelector("main h1")?.textContent?.startsWith(name)) {
        if (Date.now() - start > 60_000) return [...found, `${name} was not shown`]
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      found.push(...window.foreignIn().map((what) => name + what))
    }
    return found
  }, numbers)
}

/** Elements and attributes that texts must not add: handlers, frames, pictures, odd links. */
function foreignIn(): string[] {
  const odd = /^(script|style|link|meta|base|iframe|object|embed|template|math|xmp|plaintext)$/i
  const addresses = /^(href|src|action|formaction|data|background|poster|xlink:href)$/
  const elements = [...document.querySelectorAll("main *, header *, footer *, dialog *")]
  return elements.flatMap((element) => {
    const drawing = element.closest("svg")
    const isOwn =
      drawing?.getAttribute("stroke") === "currentColor" ||
      drawing?.classList.contains("ui-coverage-bar-bar")
    const isPicture = /^(img|image|svg|picture|video|audio)$/i.test(element.localName)
    const isLogo = isPicture && element.closest("header") !== null
    const attributes = [...element.attributes].filter(({ name, value }) => {
      if (name.startsWith("on") || /^(style|srcdoc|srcset|is|nonce)$/.test(name)) return true
      if (!addresses.test(name)) return false
      const { protocol } = new URL(value, location.href)
      return !["http:", "https:", "mailto:", "tel:"].includes(protocol)
    })
    return [
      ...(odd.test(element.localName) || (isPicture && !isOwn && !isLogo) ? ["itself"] : []),
      ...attributes.map(({ name, value }) => `${name}=${value}`),
    ].map((what) => `${what} of <${element.localName}>`)
  })
}
