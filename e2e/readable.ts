import { expect, type Page } from "@playwright/test"
import { datesInFigures, readingProblems } from "#testing/reading.ts"

/** Dialogs with legal texts, and the heading of such a text. */
const legal = {
  dialogs: ["Terms of Service", "Privacy Policy"],
  heading: "The text that you agree to",
}

/** Fails if sentences on the current page are hard to read, except in legal texts. */
export async function expectReadable(page: Page): Promise<void> {
  const blocks = await page.evaluate(textBlocks, legal)
  expect(readingProblems(blocks), "what is hard to read").toEqual([])
  expect(datesInFigures(blocks), "dates that belong in words").toEqual([])
}

/** Runs in the page. The visible text of each paragraph, table cell and similar element. */
function textBlocks({ dialogs, heading }: typeof legal): string[] {
  const dialog = document.querySelector("dialog[open]")
  if (dialogs.includes(dialog?.querySelector("h1, h2")?.textContent ?? "")) return []
  const headings = [...document.querySelectorAll("h3")]
  const exempt = headings.find(({ textContent }) => textContent === heading)?.nextElementSibling
  const walker = document.createTreeWalker(dialog ?? document.body, NodeFilter.SHOW_TEXT)
  const texts = new Map<Element, string>()
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    let block = node.parentElement
    if (
      !block ||
      exempt?.contains(block) ||
      block.getClientRects().length === 0 ||
      block.closest("select")
    )
      continue
    while (block.parentElement && getComputedStyle(block).display.startsWith("inline")) {
      block = block.parentElement
    }
    texts.set(block, `${texts.get(block) ?? ""}${node.textContent}`)
  }
  return [...texts.values()]
}
