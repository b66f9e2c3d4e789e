import AxeBuilder from "@axe-core/playwright"
import { expect, type Page } from "@playwright/test"

/** Fails with what stands between this page, as it is now, and somebody who needs it accessible. */
export async function axeCheck(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze()
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}\n  ${node.html}\n  ${node.failureSummary ?? ""}`),
  )
  expect(found, "what axe found").toEqual([])
}
