import type { Page } from "@playwright/test"
import { expect } from "./fixtures.ts"

/**
 * Translates the pages that are opened next as Chrome does: each text node of a page, and each that
 * comes later, is replaced by two `<font>` elements around another text node. The words stay, so
 * that a test finds them. Calls take 450 milliseconds, so that the texts of waiting are translated too.
 */
export async function translatePages(page: Page): Promise<void> {
  await page.addInitScript(replaceTexts)
  await page.route(/\/(appauth|appcontent|myaccount-core)\//, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 450))
    await route.fallback()
  })
}

/**
 * The screen shows the current texts, although a translation has taken the application's own texts
 * off the page. It has changed no text that is only a name, an address, a number, a date or an amount.
 */
export async function expectTranslated(page: Page, names: RegExp): Promise<void> {
  const { translated, stale } = await page.evaluate(() => ({
    translated: [...document.querySelectorAll("font > font")].map((font) => font.textContent ?? ""),
    stale: (window as { staleTexts?: string[] }).staleTexts,
  }))
  expect(translated.length, "translated texts").toBeGreaterThan(5)
  expect(stale, "texts that the screen shows no more").toEqual([])
  const isData = (text: string) =>
    !/\p{L}/u.test(text) ? /\d\D*\d/.test(text) : /^\S+@\S+$/.test(text) || names.test(text)
  expect(
    translated.map((text) => text.trim()).filter(isData),
    'texts without translate="no"',
  ).toEqual([])
}

/** Runs in the page, before its own scripts. */
function replaceTexts(): void {
  const stale: string[] = []
  Object.assign(window, { staleTexts: stale })
  const replaced = new MutationObserver((changes) => {
    for (const { target } of changes) stale.push(target.nodeValue ?? "")
  })
  const isTranslated = ({ parentElement: parent, nodeValue }: Text) =>
    parent === null ||
    (nodeValue ?? "").trim() === "" ||
    parent.closest("[translate=no], script, style, font, textarea") !== null

  function translate(root: Node) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    for (let node = walker.currentNode; node; node = walker.nextNode() as Node) {
      if (node instanceof Text && !isTranslated(node)) texts.push(node)
    }
    for (const text of texts) {
      const [outer, inner] = [document.createElement("font"), document.createElement("font")]
      inner.append(text.nodeValue ?? "")
      outer.append(inner)
      text.replaceWith(outer)
      replaced.observe(text, { characterData: true })
    }
  }
  const added = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === "characterData") translate(target)
      for (const node of addedNodes) translate(node)
    }
  })
  addEventListener("load", () => {
    translate(document.body)
    added.observe(document.body, { childList: true, characterData: true, subtree: true })
  })
}
