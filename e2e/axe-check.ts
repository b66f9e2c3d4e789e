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
  const full = await page.evaluate(() => document.documentElement.scrollHeight)
  if (!before || full <= before.height) return await look()
  await page.setViewportSize({ ...before, height: full })
  const result = await look()
  await page.setViewportSize(before)
  return result
}
