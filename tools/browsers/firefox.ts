import puppeteer from "puppeteer-core"
import type { BrowserPage } from "./visit.ts"

/** Opens a page in Firefox over WebDriver BiDi. `width` is in CSS pixels. */
export async function openFirefox(program: string, width: number): Promise<BrowserPage> {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: program,
    defaultViewport: { width, height: 900 },
    extraPrefsFirefox: { "ui.prefersReducedMotion": 1 },
    protocolTimeout: 60_000,
  })
  const page = await browser.newPage()
  const faults: string[] = []
  page.on("pageerror", (error) => faults.push(String(error)))
  return {
    faults,
    async open(address) {
      await page.goto(address)
    },
    async find(selector, name) {
      for (const element of await page.$$(`::-p-aria([name=${JSON.stringify(name)}])`)) {
        if (!(await element.evaluate((one, wanted) => one.matches(wanted), selector))) continue
        return { click: () => element.click(), type: (text) => element.type(text) }
      }
      return undefined
    },
    read: async <Value>(expression: string) => (await page.evaluate(expression)) as Value,
    async typeInFrame(within, text, key) {
      const frame = await (await page.$(`${within} iframe`))?.contentFrame()
      const input = await frame?.$("input")
      if (!input) throw new Error(`There is no field in ${within}.`)
      await input.type(text)
      await input.press(key)
    },
    screenshot: () => page.screenshot(),
    close: () => browser.close(),
  }
}
