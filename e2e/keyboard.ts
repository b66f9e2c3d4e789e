import type { Locator, Page } from "@playwright/test"
import { expect } from "./fixtures.ts"
import { focusProblem } from "./focus.ts"

/** More than the number of controls before any control that a person looks for. */
const mostPresses = 60

/**
 * The keyboard of a person without a mouse. Each key fails if the focus is then lost, covered or
 * unmarked.
 */
export interface KeyboardOnly {
  /** Waits for the control, then presses Tab until it has the focus. */
  tabTo(control: Locator): Promise<void>
  /** Presses keys in this order. */
  press(...keys: string[]): Promise<void>
  type(text: string): Promise<void>
}

export function keyboardOnly(page: Page): KeyboardOnly {
  /** Before the first key, no control has the focus. */
  let isStarted = false

  async function expectVisibleFocus() {
    await expect.poll(() => focusProblem(page), "what hides the focus").toBe("")
  }

  async function press(...keys: string[]) {
    isStarted = true
    for (const key of keys) {
      await page.keyboard.press(key)
      await expectVisibleFocus()
    }
  }

  return {
    async tabTo(control) {
      await expect(control).toBeVisible()
      // The screen may have changed after the last key.
      if (isStarted) await expectVisibleFocus()
      for (let presses = 0; presses < mostPresses; presses += 1) {
        if (await control.evaluate((one) => one === document.activeElement)) return
        await press("Tab")
      }
      await expect(control).toBeFocused()
    },
    press,
    async type(text) {
      await page.keyboard.type(text)
      await expectVisibleFocus()
    },
  }
}
