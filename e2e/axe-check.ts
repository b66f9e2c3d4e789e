import { expect, type Page } from "@playwright/test"
import axe from "axe-core"

declare global {
  interface Window {
    axe: typeof axe
  }
}

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

/** Fails with each problem that axe finds on the current page. Frames are not examined. */
export async function axeCheck(page: Page): Promise<void> {
  await page.locator("h1").first().waitFor({ state: "attached" })
  const found = await atFullHeight(page, async () => {
    // Parsing axe takes as long as running it, so each document does it once.
    if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source)
    return await page.evaluate(obstacles, tags)
  })
  expect(found, "what axe found").toEqual([])
}

/** Runs in the page. Waits for transitions, but not for a spinner, which never ends. */
async function obstacles(values: string[]): Promise<string[]> {
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  await Promise.allSettled(ending.map(({ finished }) => finished))
  const { violations } = await window.axe.run(document, {
    resultTypes: ["violations"],
    runOnly: { type: "tag", values },
  })
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}\n  ${node.html}\n  ${node.failureSummary ?? ""}`),
  )
}

/** Enlarges the viewport to the whole page, so that the bar at the bottom covers nothing. */
async function atFullHeight<Result>(page: Page, look: () => Promise<Result>): Promise<Result> {
  const before = page.viewportSize()
  if (!before) return await look()
  let { height } = before
  // A late font or text can make the page taller again.
  for (let times = 0; times < 5; times += 1) {
    const full = await page.evaluate(() => document.documentElement.scrollHeight)
    if (full <= height) break
    height = full
    await page.setViewportSize({ ...before, height })
  }
  // A bar that sticks to the top covers nothing there.
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }))
  const result = await look()
  if (height > before.height) await page.setViewportSize(before)
  return result
}
