import { type BrowserContext, chromium, type Page } from "@playwright/test"
import { findHeadlessChromium, quietFlags } from "#testing/chromium.ts"

/** Slow 4G as Lighthouse defines it: milliseconds, and bytes per second. */
const slowLine = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
const timesSlower = 4

export interface Phone extends AsyncDisposable {
  context: BrowserContext
  page: Page
}

/**
 * A real browser the size of a phone, on a slow connection and with a processor that is four times
 * slower.
 */
export async function openPhone({ isLineSlow }: { isLineSlow: boolean }): Promise<Phone> {
  const browser = await chromium.launch({
    executablePath: findHeadlessChromium(),
    args: quietFlags,
  })
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  })
  const page = await context.newPage()
  await page.addInitScript(watch)
  const session = await context.newCDPSession(page)
  if (isLineSlow) {
    await session.send("Network.enable")
    await session.send("Network.emulateNetworkConditions", slowLine)
  }
  await session.send("Emulation.setCPUThrottlingRate", { rate: timesSlower })
  return { context, page, [Symbol.asyncDispose]: () => browser.close() }
}

/** The facts that a page collects, in milliseconds since its navigation began. */
export interface Told {
  largestPaint: number
  shift: number
  /** Start and duration of tasks over 50 ms. */
  tasks: { at: number; took: number }[]
  /** The longest of each kind of input, from the input to the next paint. */
  inputs: { kind: string; took: number }[]
}

export async function toldBy(page: Page): Promise<Told> {
  return await page.evaluate(() => (globalThis as unknown as { told: Told }).told)
}

/** Runs in the page before its own scripts. */
function watch(): void {
  const told: Told = { largestPaint: 0, shift: 0, tasks: [], inputs: [] }
  Object.assign(globalThis, { told })
  type Entry = PerformanceEntry & { value?: number; hadRecentInput?: boolean }
  const on = (type: string, note: (entry: Entry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
      durationThreshold: 16,
    } as PerformanceObserverInit)
  on("largest-contentful-paint", ({ startTime }) =>
    Object.assign(told, { largestPaint: startTime }),
  )
  on("layout-shift", ({ value = 0, hadRecentInput }) =>
    Object.assign(told, { shift: told.shift + (hadRecentInput ? 0 : value) }),
  )
  on("longtask", ({ startTime, duration }) => told.tasks.push({ at: startTime, took: duration }))
  on("event", ({ name, duration }) => told.inputs.push({ kind: name, took: duration }))
}
