import type { Page } from "@playwright/test"
import { logInToMyAccount } from "#web/identity/sign-in/texts.ts"
import { customerSupportLogin } from "#web/staff/texts.ts"
import { expect, test } from "./fixtures.ts"
import { holdScripts } from "./hold-scripts.ts"
import { codeField, kept, typeCredentials } from "./sign-in-steps.ts"

const publicScreens: [site: string, path: string, heading: string][] = [
  ["harbor", "/", logInToMyAccount],
  ["wayfarer", "/", logInToMyAccount],
  ["trades", "/", logInToMyAccount],
  ["support", "/", customerSupportLogin],
  ["harbor", "/forgot-username", "Forgot your username?"],
  ["trades", "/forgot-password", "Forgot your password?"],
  ["trades", "/account-details", "Identification"],
  ["harbor", "/accessibility", "Accessibility"],
]

/** Records layout shifts from the start of each page. */
async function watchShifts(page: Page) {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as { value?: number }).value ?? 0)
    }).observe({ type: "layout-shift", buffered: true })
  })
}

/** Each layout shift of the page up to the current frame. */
async function shifts(page: Page): Promise<number[]> {
  await drawnTwice(page)
  return await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
}

/** Waits for two frames, because browsers report a layout shift in the task after its frame. */
async function drawnTwice(page: Page) {
  await page.evaluate(async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn))
    await frame()
    await frame()
    await new Promise((told) => setTimeout(told, 0))
  })
}

/**
 * Waits for the brand's fonts, which the page fetches after its first paint. A font starts loading
 * at the layout after its style sheet, so `document.fonts.ready` alone may resolve before that.
 */
async function brandFonts(page: Page) {
  await expect(page.locator("#late")).toHaveCount(0)
  await drawnTwice(page)
  await page.evaluate(() => document.fonts.ready)
  await drawnTwice(page)
}

/** The HTML of the application, without the parts that a background check changes. */
async function drawn(page: Page): Promise<string> {
  return await page
    .locator("#root > :not(link)")
    .first()
    .evaluate((one) => one.outerHTML)
}

test("PAINT-01 PAINT-02 public screens are styled before any file has arrived, and the application hydrates them without replacing or moving an element", async ({
  page,
  site,
}) => {
  await watchShifts(page)
  for (const [name, path, heading] of publicScreens) {
    const held = await holdScripts(page)
    await page.goto(site(name) + path, { waitUntil: "commit" })
    const title = page.getByRole("heading", { level: 1, name: heading })
    await expect(title, name + path).toBeVisible()
    await brandFonts(page)
    const element = await title.elementHandle()
    const before = await drawn(page)
    const fields = await page.locator("#root").locator("input, select").all()
    const boxes = await Promise.all(fields.map((field) => field.boundingBox()))
    const shiftsOfFonts = await shifts(page)
    held.release()
    await expect(page.locator("#root[data-rendered]")).toHaveCount(0)
    await expect(page.locator("[aria-label^='Service status']")).toHaveCount(1)
    expect(await element?.evaluate((one) => one.isConnected), name + path).toBe(true)
    expect(await Promise.all(fields.map((field) => field.boundingBox()))).toEqual(boxes)
    expect(idsIn(await drawn(page)).slice(0, idsIn(before).length)).toEqual(idsIn(before))
    expect(await shifts(page), name + path).toEqual(shiftsOfFonts)
    await held.stop()
  }
})

function idsIn(html: string): string[] {
  return [...html.matchAll(/ (?:id|for)="([^"]*)"/g)].map(([, id = ""]) => id)
}

test("PAINT-03 before the application works, a form is not sent, and Enter is remembered until it works", async ({
  page,
  site,
  readCode,
}) => {
  const sent: string[] = []
  page.on("request", (request) =>
    sent.push(`${request.method()} ${new URL(request.url()).pathname}`),
  )
  const held = await holdScripts(page)
  await page.goto(site("harbor"), { waitUntil: "commit" })
  const button = page.getByRole("button", { name: "Log In" })
  await expect(button).toBeDisabled()
  await expect(page.locator("form")).toHaveAttribute("method", "post")
  await typeCredentials(page, "maria.santos")
  await page.getByRole("checkbox").check()
  const password = page.getByLabel("Password", { exact: true })
  await password.press("Enter")
  expect(page.url()).toBe(`${site("harbor")}/`)
  expect(sent.filter((one) => one.startsWith("POST") || one === "GET /")).toEqual(["GET /"])

  held.release()
  await codeField(page).waitFor()
  await codeField(page).fill(await readCode("maria.santos"))
  await page.keyboard.press("Enter")
  await expect(page.getByRole("button", { name: "Pay Now" }).first()).toBeVisible()
  expect(await kept(page, "rememberedUsername")).toBe("maria.santos")
  expect(sent.filter((one) => one === "POST /appauth/login")).toHaveLength(1)
})

test("PAINT-03 a tap on Log In before the application works counts as Enter @phone @prove", async ({
  page,
  site,
}) => {
  const held = await holdScripts(page)
  await page.goto(site("harbor"), { waitUntil: "commit" })
  await typeCredentials(page, "maria.santos")
  await page.getByRole("button", { name: "Log In" }).click({ force: true })
  held.release()
  await expect(codeField(page)).toBeVisible()
  await held.stop()
})

test("PAINT-06 a signed-in person on a slow connection sees the brand, but not the login @phone @prove", async ({
  page,
  site,
  login,
}) => {
  await login("harbor", "maria.santos")
  const held = await holdScripts(page)
  await page.goto(site("harbor"), { waitUntil: "commit" })
  await expect(page.getByRole("heading", { name: "My Account is loading" })).toBeVisible()
  await expect(page.getByRole("img", { name: "Harbor Mutual" }).first()).toBeVisible()
  await expect(page.getByLabel("Username", { exact: true })).toBeHidden()
  held.release()
  await expect(page).toHaveURL(`${site("harbor")}/dashboard`)
  await held.stop()
})

test("PAINT-03 a further change of the form cancels Enter @phone @prove", async ({
  page,
  site,
}) => {
  const held = await holdScripts(page)
  await page.goto(site("harbor"), { waitUntil: "commit" })
  await typeCredentials(page, "maria.santos")
  const password = page.getByLabel("Password", { exact: true })
  await password.press("Enter")
  await password.press("x")
  held.release()
  await expect(page.getByRole("button", { name: "Log In" })).toBeEnabled()
  await expect(password).toHaveValue(/x$/)
  await expect(codeField(page)).toHaveCount(0)
})

test("PAINT-04 text, choices, focus and caret from before the application are preserved @phone @prove", async ({
  page,
  site,
}) => {
  const held = await holdScripts(page)
  await page.goto(`${site("trades")}/forgot-username`, { waitUntil: "commit" })
  await page.getByLabel("Union").selectOption({ index: 2 })
  const union = await page.getByLabel("Union").inputValue()
  await page.getByLabel("First name").fill("Tom")
  const last = page.getByLabel("Last name")
  await last.fill("Rilly")
  for (let left = 0; left < 4; left += 1) await last.press("ArrowLeft")
  held.release()
  await expect(page.getByRole("button", { name: "Send" })).toBeEnabled()
  await expect(last).toBeFocused()
  await page.keyboard.type("e")
  await expect(last).toHaveValue("Reilly")
  await expect(page.getByLabel("First name")).toHaveValue("Tom")
  await expect(page.getByLabel("Union")).toHaveValue(union)
})

test("PAINT-04 pressing a button before the application works takes effect once it does @phone @prove", async ({
  page,
  site,
}) => {
  const held = await holdScripts(page)
  await page.goto(site("harbor"), { waitUntil: "commit" })
  const password = page.getByLabel("Password", { exact: true })
  await password.fill("secret")
  await page.getByRole("button", { name: "Show password" }).click()
  await expect(password).toHaveAttribute("type", "password")
  held.release()
  await expect(password).toHaveAttribute("type", "text")
  await expect(password).toHaveValue("secret")
})

test("PAINT-05 a remembered username, a hidden welcome and a preset union appear without a layout shift @phone @prove", async ({
  page,
  site,
}) => {
  await page.addInitScript(() => {
    localStorage.setItem("rememberedUsername", "maria.santos")
    localStorage.setItem("hideWelcome", "Y")
  })
  await watchShifts(page)
  const held = await holdScripts(page)
  await page.goto(`${site("harbor")}/`, { waitUntil: "commit" })
  await expect(page.getByRole("heading", { name: logInToMyAccount })).toBeVisible()
  await expect(page.getByRole("heading", { name: "Welcome to Harbor Mutual" })).toBeHidden()
  await brandFonts(page)
  const shiftsOfFonts = await shifts(page)
  held.release()
  await expect(page.getByLabel("Username", { exact: true })).toHaveValue("maria.santos")
  await expect(page.getByRole("checkbox")).toBeChecked()
  await expect(page.getByRole("heading", { name: "Welcome to Harbor Mutual" })).toHaveCount(0)
  expect(await shifts(page)).toEqual(shiftsOfFonts)
  await held.stop()
  await page.goto(`${site("trades")}/?union=steelworkers`)
  await expect(page.getByLabel("Union")).toHaveValue("steelworkers")
})

test("PAINT-06 a signed-in person does not see the login, and pages do not contain personal data", async ({
  page,
  site,
  login,
}) => {
  await login("harbor", "maria.santos")
  const held = await holdScripts(page)
  const response = await page.goto(`${site("harbor")}/`, { waitUntil: "commit" })
  await page.locator("form").waitFor({ state: "attached" })
  await expect(page.getByRole("heading", { name: logInToMyAccount })).toBeHidden()
  expect(await response?.text()).not.toMatch(/Maria|Santos/i)
  held.release()
  await expect(page).toHaveURL(`${site("harbor")}/dashboard`)
  await expect(page.getByRole("button", { name: "Pay Now" }).first()).toBeVisible()
})

test("PAINT-07 files load after the first paint, even if the browser does not report a paint or the tab is hidden @phone @prove", async ({
  page,
  site,
}) => {
  const working = () => expect(page.locator("#root[data-rendered]")).toHaveCount(0)
  await page.goto(site("harbor"))
  await working()
  const { painted, asked } = await page.evaluate(() => {
    const [paint] = performance.getEntriesByName("first-contentful-paint")
    const files = performance.getEntriesByType("resource")
    const late = files.filter(({ name }) => /\/assets\/|\.woff2$/.test(name))
    return { painted: paint?.startTime ?? Infinity, asked: late.map((file) => file.startTime) }
  })
  expect(asked.length).toBeGreaterThan(3)
  expect(Math.min(...asked)).toBeGreaterThanOrEqual(painted)

  const changes = [
    () => Reflect.deleteProperty(globalThis, "PerformanceObserver"),
    () => Object.defineProperty(PerformanceObserver.prototype, "observe", { value() {} }),
    () => Object.defineProperty(document, "hidden", { value: true }),
  ]
  for (const change of changes) {
    const other = await page.context().newPage()
    await other.addInitScript(change)
    await other.goto(site("harbor"))
    await expect(other.locator("#root[data-rendered]")).toHaveCount(0)
    await expect(other.getByLabel("Username", { exact: true })).toBeEditable()
    await other.close()
  }
})

test("PAINT-07 a link clicked before the application works opens its screen @phone @prove", async ({
  page,
  site,
}) => {
  const held = await holdScripts(page)
  await page.goto(site("harbor"), { waitUntil: "commit" })
  await page.getByRole("link", { name: "Register" }).click()
  await expect(page).toHaveURL(`${site("harbor")}/account-details`)
  held.release()
  await expect(page.getByRole("heading", { level: 1, name: "Identification" })).toBeVisible()
  await expect(page.locator("#root[data-rendered]")).toHaveCount(0)
  await page.goBack()
  await expect(page.getByRole("heading", { name: logInToMyAccount })).toBeVisible()
  await expect(page.locator("#root[data-rendered]")).toHaveCount(0)
})
