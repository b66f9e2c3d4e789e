import type { BrowserContext, Page } from "@playwright/test"
import { createTestBrowser } from "#testing/browser.ts"
import { range } from "../ranges.ts"
import { type Finding, median } from "../report.ts"
import { openPhone, type Phone, toldBy } from "./phone.ts"

const host = "harbor.localhost"
const username = "maria.santos"
const password = "Anchor-2026"
/** Milliseconds. */
const bounds = { reload: 1500, input: 100 }

type ReadCode = (to: string) => Promise<string>

/** Measures how fast the dashboard shows after a reload, and how fast screens answer a tap. */
export async function signedInScreens(
  port: number,
  readCode: ReadCode,
  rounds: number,
): Promise<Finding[]> {
  const session = await openSession(port, readCode)
  const site = `http://${host}:${port}`
  const reloads: number[] = []
  const taps: Record<string, number[]> = {}
  for (let round = 0; round < rounds; round += 1) {
    reloads.push(await paintAfterReload(site, session))
    for (const [what, took] of Object.entries(await answers(site, session))) {
      taps[what] = [...(taps[what] ?? []), took]
    }
  }
  return [
    finding("Dashboard after a reload, real browser: largest paint", reloads, bounds.reload),
    ...Object.entries(taps).map(([what, values]) =>
      finding(`${what}, real browser: tap to next paint`, values, bounds.input),
    ),
  ]
}

function finding(what: string, values: number[], bound: number): Finding {
  const missed = median(values) > bound
  return { what, value: `${range(values)} ms`, bound: `at most ${bound} ms`, missed }
}

type Keep = (context: BrowserContext) => Promise<void>

/** Signs in without a page. The returned function stores the session in a browser. */
async function openSession(port: number, readCode: ReadCode): Promise<Keep> {
  const browser = createTestBrowser(port, readCode)
  const user = await browser.signIn(host, username)
  const cookies = [...(browser.cookies.get(host) ?? [])]
  const url = `http://${host}:${port}`
  return async (context) => {
    await context.addCookies(cookies.map(([name, value]) => ({ name, value, url })))
    await context.addInitScript((text) => {
      localStorage.setItem("user", text)
      localStorage.setItem("lastActivity", String(Date.now()))
    }, JSON.stringify(user))
  }
}

async function paintAfterReload(site: string, keep: Keep): Promise<number> {
  await using phone = await openPhone({ isLineSlow: true })
  const { context, page } = phone
  await keep(context)
  await page.goto(`${site}/dashboard`)
  await dashboardIsThere(page)
  await page.reload()
  await dashboardIsThere(page)
  return (await toldBy(page)).largestPaint
}

async function dashboardIsThere(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Pay Now" }).first().waitFor()
  await page.waitForLoadState("networkidle")
}

/** Milliseconds from a tap to the next paint, once the data of the next screen are loaded. */
async function answers(site: string, keep: Keep) {
  return {
    "Step of the emailed code": await codeStep(site),
    ...(await screensOf(site, keep)),
  }
}

async function codeStep(site: string): Promise<number> {
  await using phone = await openPhone({ isLineSlow: false })
  const { page } = phone
  await page.goto(site)
  await page.waitForLoadState("networkidle")
  await page.getByLabel("Username", { exact: true }).fill("robert.chen")
  await page.getByLabel("Password", { exact: true }).fill(password)
  const took = await longestInput(phone, () => page.getByRole("button", { name: "Log In" }).tap())
  await page.getByRole("dialog").waitFor()
  return took
}

async function screensOf(site: string, keep: Keep): Promise<Record<string, number>> {
  await using phone = await openPhone({ isLineSlow: false })
  const { context, page } = phone
  await keep(context)
  await page.goto(`${site}/dashboard`)
  await dashboardIsThere(page)
  const payNow = await longestInput(phone, () =>
    page.getByRole("button", { name: "Pay Now" }).first().tap(),
  )
  await page.goBack()
  await dashboardIsThere(page)
  const center = await longestInput(phone, () =>
    page.getByRole("link", { name: "Payment Center" }).filter({ visible: true }).tap(),
  )
  return { "Pay Now": payNow, "Payment Center": center }
}

/** The longest of the events that an action causes, until the page is idle again. */
async function longestInput({ page }: Phone, act: () => Promise<void>): Promise<number> {
  const before = (await toldBy(page)).inputs.length
  await act()
  await page.waitForLoadState("networkidle")
  await page.evaluate(() => new Promise((done) => setTimeout(done, 500)))
  const { inputs } = await toldBy(page)
  return Math.max(16, ...inputs.slice(before).map(({ took }) => took))
}
