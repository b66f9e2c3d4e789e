import { chromium } from "@playwright/test"
import { findHeadlessChromium, quietFlags } from "#testing/chromium.ts"

const patienceMs = 60_000

/** Answers on the page of Stripe's test bank (3-D Secure), whose buttons are in nested frames. */
export async function answerTestBank(address: string, isConfirmed: boolean): Promise<void> {
  const executablePath = findHeadlessChromium()
  const browser = await chromium.launch({ executablePath, args: quietFlags })
  try {
    const page = await browser.newPage()
    // The page of ours that the bank leads to exists only in tests.
    await page.route("https://my.example.com/**", (route) => route.fulfill({ body: "back" }))
    await page.goto(address)
    const button = isConfirmed ? "#test-source-authorize-3ds" : "#test-source-fail-3ds"
    const until = performance.now() + patienceMs
    while (performance.now() < until) {
      if (page.url().startsWith("https://my.example.com/")) return
      for (const frame of page.frames()) {
        await frame.click(button, { timeout: 500 }).catch(() => {})
      }
    }
    throw new Error("The page of Stripe's test bank did not lead back.")
  } finally {
    await browser.close()
  }
}
