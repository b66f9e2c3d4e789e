import AxeBuilder from "@axe-core/playwright"
import { expect, type Page } from "@playwright/test"

/** Fails with what stands between this page, as it is now, and somebody who needs it accessible. */
export async function axeCheck(page: Page): Promise<void> {
  await page.locator("h1").first().waitFor({ state: "attached" })
  const { violations } = await atFullHeight(page, () =>
    new AxeBuilder({ page })
      // Else it gathers the findings of a page's frames in a page of its own; here is no frame.
      .setLegacyMode()
      .options({ resultTypes: ["violations"] })
      .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
      .analyze(),
  )
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}\n  ${node.html}\n  ${node.failureSummary ?? ""}`),
  )
  expect(found, "what axe found").toEqual([])
}

/** All of the page in view, so that nothing is taken for hidden by the bar at the bottom. */
async function atFullHeight<Result>(page: Page, look: () => Promise<Result>): Promise<Result> {
  const before = page.viewportSize()
  if (!before) return await look()
  let { height } = before
  // What comes late, such as a font or a text, can make it higher once more.
  for (let times = 0; times < 5; times += 1) {
    const full = await page.evaluate(() => document.documentElement.scrollHeight)
    if (full <= height) break
    height = full
    await page.setViewportSize({ ...before, height })
  }
  const result = await look()
  if (height > before.height) await page.setViewportSize(before)
  return result
}
