import type { Page } from "@playwright/test"
import { expect } from "./fixtures.ts"

interface Focused {
  /** The control's name for failure messages; "" if no control has the focus. */
  name: string
  /** The fraction of the control that is in view and not covered, from 0 to 1. */
  shown: number
  /** Whether a ring marks the focus, or a script focused a heading or message. */
  isMarked: boolean
  /** Whether it already had the focus during this walk. */
  isSeen: boolean
}

/** A control that fills most of the window cannot be entirely visible. */
const tolerance = 0.85
const mostStops = 400

/**
 * Moves the focus through all controls of the page, or of the open dialog, forward and then
 * backward. Returns the controls that were covered or out of view while they had the focus.
 */
export async function coveredControls(page: Page): Promise<string[]> {
  const covered: string[] = []
  for (const [key, back] of [
    ["Tab", "Shift+Tab"],
    ["Shift+Tab", "Tab"],
  ] as const) {
    await page.evaluate(beginWalk)
    let outside = 0
    for (let stops = 0; ; stops += 1) {
      if (stops === mostStops) throw new Error(`More than ${mostStops} controls.`)
      await page.keyboard.press(key)
      const { name, isSeen } = await page.evaluate(readFocus)
      if (name === "") outside += 1
      if (isSeen || outside > 2) break
      let shown = await shownPart(page)
      if (shown < tolerance) {
        // Content that arrived after the key may have moved the control; a really covered one stays
        // covered.
        await page.keyboard.press(back)
        await page.keyboard.press(key)
        shown = await shownPart(page)
      }
      if (shown < tolerance) {
        covered.push(`${name}: ${Math.round(shown * 100)} % shown with ${key}`)
      }
    }
  }
  return covered
}

/**
 * The fraction of the focused control that is in view, once the page has scrolled and rendered,
 * which may take seconds on a busy machine.
 */
async function shownPart(page: Page): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    const { shown } = await page.evaluate(readFocus)
    if (shown >= tolerance || tries === 200) return shown
    await page.waitForTimeout(50)
  }
}

/**
 * Fails if an action left the focus on no control, so that the next Tab would start at the top of
 * the page. Waits until the focus is on a control, a heading or a message.
 */
export async function expectFocusKept(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName ?? "BODY"), {
      message: "the focus is on an element, not lost",
    })
    .not.toBe("BODY")
}

/** Explains why a person cannot see the focus; "" if they can. */
export async function focusProblem(page: Page): Promise<string> {
  const read = await page.evaluate(readFocus).catch((error: Error) => {
    if (/context was destroyed/.test(error.message)) return undefined
    throw error
  })
  if (!read) return "another document is loading"
  const { name, shown, isMarked } = read
  if (name === "") return "nothing has the focus"
  if (!isMarked) return `${name} shows no sign of the focus`
  return shown < tolerance ? `${name}: ${Math.round(shown * 100)} % shown` : ""
}

declare global {
  interface Window {
    walked?: WeakSet<Element>
  }
}

function beginWalk() {
  window.walked = new WeakSet()
}

/** Runs in the page. */
function readFocus(): Focused {
  const element = document.activeElement
  if (!element || element === document.body || element === document.documentElement) {
    return { name: "", shown: 1, isMarked: false, isSeen: false }
  }
  window.walked ??= new WeakSet()
  const isSeen = window.walked.has(element)
  window.walked.add(element)
  // The label may draw the box or circle of an input that is not visible itself.
  const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
  const own = element.getBoundingClientRect()
  const label = own.width > 4 && own.height > 4 ? undefined : labels[0]
  // A link in a sentence has a box on each of its lines, next to other text.
  const lines = label ? [] : [...element.getClientRects()]
  const boxes = lines.length > 1 ? lines : [(label ?? element).getBoundingClientRect()]
  // A field may contain a button, such as the one that shows a password.
  const isInField = (hit: Element) =>
    element.tagName === "INPUT" && hit.closest("button")?.parentElement?.contains(element) === true
  const isOwn = (hit: Element) =>
    hit.contains(element) ||
    element.contains(hit) ||
    labels.some((one) => one.contains(hit)) ||
    isInField(hit)

  const hasRing = (one: Element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one)
    return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2
  }
  // The ring of an input may be around its label, or around a box beside it; that of a frame is
  // around its field.
  const around =
    element.tagName === "INPUT"
      ? [...labels, ...(element.parentElement?.querySelectorAll("*") ?? [])]
      : [element.closest("[role=group]") ?? element]
  const isMarked = element.getAttribute("tabindex") === "-1" || [element, ...around].some(hasRing)

  const steps = 9
  let points = 0
  let visible = 0
  for (const rect of boxes) {
    for (let place = 0; place < steps * steps; place += 1) {
      const [row, column] = [Math.floor(place / steps), place % steps]
      const x = rect.left + 1 + ((rect.width - 2) * column) / (steps - 1)
      const y = rect.top + 1 + ((rect.height - 2) * row) / (steps - 1)
      const hit = document.elementFromPoint(x, y)
      points += 1
      if (hit && isOwn(hit)) visible += 1
    }
  }
  const isTall = (label ?? element).getBoundingClientRect().height > innerHeight * 0.6
  const text = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim()
  const name = `${element.tagName.toLowerCase()} “${text.slice(0, 50) || element.id}”`
  return { name, shown: isTall && visible > points / 4 ? 1 : visible / points, isMarked, isSeen }
}
