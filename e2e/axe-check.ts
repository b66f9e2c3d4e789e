import { expect, type Page } from "@playwright/test"
import axe from "axe-core"
import { expectReadable } from "./readable.ts"

declare global {
  interface Window {
    axe: typeof axe
  }
}

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

/** Fails with each problem that axe finds on the current page, except in frames. */
export async function axeCheck(page: Page): Promise<void> {
  await page.locator("h1").first().waitFor({ state: "attached" })
  const found = await atFullHeight(page, async () => {
    // Parsing axe takes as long as running it, so each document parses it once.
    if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source)
    return await page.evaluate(erasureBlockers, tags)
  })
  expect(found, "what axe found").toEqual([])
  await expectReadable(page)
}

/** Runs in the page. Lists ongoing transitions, but not spinners, which never end. */
async function erasureBlockers(values: string[]): Promise<string[]> {
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

/**
 * Enlarges the viewport to the whole page, so that no bar at the top or bottom covers a link.
 * Repeats `look` if the page grew in the meantime, because a reply or a font arrived late.
 */
async function atFullHeight<Result>(page: Page, look: () => Promise<Result>): Promise<Result> {
  const before = page.viewportSize()
  if (!before) return await look()
  let result: Result
  let height = await enlarge(page, before)
  for (let times = 0; ; times += 1) {
    result = await look()
    const after = await enlarge(page, { ...before, height })
    if (after === height || times === 4) break
    height = after
  }
  if (height > before.height) await page.setViewportSize(before)
  return result
}

/** Enlarges the viewport until it shows the whole page. Returns its height in px. */
async function enlarge(page: Page, { width, height }: { width: number; height: number }) {
  let enlarged = height
  for (let times = 0; times < 5; times += 1) {
    const full = await page.evaluate(() => document.documentElement.scrollHeight)
    if (full <= enlarged) break
    enlarged = full
    await page.setViewportSize({ width, height: enlarged })
    // On a phone, the page gets its new height a frame later.
    await page.waitForFunction((wanted) => innerHeight >= wanted, enlarged)
  }
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }))
  return enlarged
}
