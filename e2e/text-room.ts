import type { Page } from "@playwright/test"

/**
 * Settings with which customers enlarge or space text, each with the window in which screens must
 * fit.
 */
export const textSettings: readonly TextSetting[] = [
  { name: "text at 200 %", width: 390, height: 844, fontSize: 32 },
  { name: "text at 200 %", width: 768, height: 1024, fontSize: 32 },
  { name: "text at 200 %", width: 1280, height: 720, fontSize: 32 },
  { name: "400 % zoom", width: 320, height: 256, fontSize: 16 },
  { name: "wide text spacing", width: 390, height: 844, fontSize: 16, spaced: true },
  { name: "wide text spacing", width: 1280, height: 720, fontSize: 16, spaced: true },
]

interface TextSetting {
  name: string
  width: number
  height: number
  /** The browser's text size, in px. The default is 16. */
  fontSize: number
  /** With the spacing of WCAG 1.4.12. */
  spaced?: boolean
}

/**
 * Shows the page with one of the settings. Returns content that scrolls sideways and texts that are
 * cut off, on the page or in the open dialog.
 */
export async function textWithoutRoom(page: Page, setting: TextSetting): Promise<string[]> {
  const { name, width, height, fontSize, spaced = false } = setting
  const browser = await page.context().newCDPSession(page)
  await browser.send("Page.setFontSizes", { fontSizes: { standard: fontSize, fixed: fontSize } })
  await page.waitForFunction(
    (px) => getComputedStyle(document.documentElement).fontSize === `${px}px`,
    fontSize,
  )
  // Browsers match media queries in rem again when the window changes.
  await page.setViewportSize({ width: width + 1, height })
  await page.setViewportSize({ width, height })
  await page.evaluate(setSpacing, spaced)
  await page.evaluate(waitForLayout)
  const found = await page.evaluate(findOverflow)
  await page.evaluate(setSpacing, false)
  await browser.send("Page.setFontSizes", { fontSizes: { standard: 16, fixed: 13 } })
  await browser.detach()
  return found.map((one) => `${name}, ${width} px: ${one}`)
}

/** Runs in the page. The layout for the new width is rendered a frame later. */
async function waitForLayout() {
  for (let frames = 0; frames < 2; frames += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
}

/** Runs in the page. Adopts a style sheet, because the page's policy blocks inline styles. */
function setSpacing(on: boolean) {
  if (!on) {
    document.adoptedStyleSheets = []
    return
  }
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`
    * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
    p { margin-block-end: 2em !important; }`)
  document.adoptedStyleSheets = [sheet]
}

/** Runs in the page. */
function findOverflow(): string[] {
  const found: string[] = []
  const page = document.documentElement
  if (page.scrollWidth > page.clientWidth) {
    found.push(`the page is ${page.scrollWidth} px wide`)
  }
  for (const element of document.body.querySelectorAll<HTMLElement>("*")) {
    // The page behind an open dialog is checked without the dialog.
    if (document.querySelector("dialog:modal") && !element.closest("dialog:modal")) continue
    if (!element.checkVisibility() || element.closest(".visually-hidden, svg, select, iframe")) {
      continue
    }
    // A text only for screen readers, such as the name of a step on a phone.
    const { parentElement: parent } = element
    if (parent && getComputedStyle(parent).clipPath === "inset(50%)") continue
    const rect = element.getBoundingClientRect()
    const style = getComputedStyle(element)
    const isField = element.matches("input, textarea")
    const words = element.textContent?.trim() ?? ""
    if (isField || words === "" || rect.width < 2) continue
    const label = `${element.tagName.toLowerCase()} “${words.slice(0, 40)}”`
    const isCut = (overflow: string) => overflow === "hidden" || overflow === "clip"
    const isWide = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0
    // A table may scroll on its own, so that the page does not.
    const isTable = element.firstElementChild?.tagName === "TABLE"
    if (isWide && style.overflowX !== "visible" && !isTable) {
      found.push(`${label} is ${isCut(style.overflowX) ? "cut off" : "scrolled"} at the side`)
    }
    const isHigh = element.scrollHeight > element.clientHeight + 1 && element.clientHeight > 0
    if (isHigh && isCut(style.overflowY)) found.push(`${label} is cut off below`)
    if (found.length < 8 && element.childElementCount === 0 && rect.right > innerWidth + 1) {
      found.push(`${label} ends ${Math.round(rect.right - innerWidth)} px outside the window`)
    }
  }
  return [...new Set(found)]
}
