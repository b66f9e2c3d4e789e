import type { Page } from "@playwright/test"
import { axeCheck, expect, test } from "./fixtures.ts"
import { coveredControls, expectFocusKept } from "./focus.ts"
import { waitForIdlePage } from "./idle-page.ts"
import { faultsOfStates, states } from "./screen-states.ts"
import { textSettings, textWithoutRoom } from "./text-room.ts"

/** The windows of a phone with its keyboard open, a small tablet and a common laptop. */
const windows = [
  { width: 390, height: 664 },
  { width: 768, height: 700 },
  { width: 1280, height: 720 },
]

test.use({ expectedFaults: faultsOfStates })

/** The state that `npm test` checks, in one window. `npm run prove` checks all states. */
const sample = "paymentCenter with four products"

for (const { name, open } of states.filter((one) => one.name === sample)) {
  test(`ACCESS-01 ACCESS-02 on a phone of 390×664, large text has room, no screen scrolls sideways, and nothing covers the focus: ${name}`, {
    tag: "@once",
  }, async ({ page, app, port, site, login, readCode, readEmail }) => {
    await open({ page, app, port, site, login, readCode, readEmail })
    await settle(page)
    expect(await lookAt(page, windows.slice(0, 1), textSettings.slice(0, 1))).toEqual([])
  })
}

for (const { name, open, dialogs, tags = [] } of states) {
  test(`ACCESS-01 ACCESS-02 ACCESS-03 ACCESS-07 on each screen no text is clipped or scrolls sideways with large text, at 320 px and with wider spacing, nothing covers the focus, and axe finds no problem: ${name} @prove @once`, {
    tag: [...tags],
  }, async ({ page, app, port, site, login, readCode, readEmail }) => {
    test.slow()
    const shown = (await open({ page, app, port, site, login, readCode, readEmail })) ?? page
    await settle(shown)
    await expand(shown)
    await axeCheck(shown)
    const found = await lookAt(shown, windows, textSettings)
    for (const dialog of dialogs ?? []) found.push(...(await lookInto(shown, dialog)))
    expect(found).toEqual([])
  })
}

/** Lists controls that are covered, and text without room, on the page or in the open dialog. */
async function lookAt(
  page: Page,
  sizes: typeof windows,
  settings: typeof textSettings,
): Promise<string[]> {
  const found: string[] = []
  for (const size of sizes) {
    await page.setViewportSize(size)
    const covered = await coveredControls(page)
    found.push(...covered.map((one) => `${size.width}×${size.height}: ${one}`))
  }
  for (const setting of settings) found.push(...(await textWithoutRoom(page, setting)))
  return found
}

/**
 * Checks the dialog that a button opens: the focus moves into it, and afterward back to the page.
 */
async function lookInto(page: Page, name: string | RegExp): Promise<string[]> {
  const opener = page
    .getByRole("button", { name, disabled: false })
    .filter({ visible: true })
    .first()
  for (const size of windows) {
    await page.setViewportSize(size)
    if ((await opener.count()) === 0) continue
    await opener.click()
    const dialog = page.getByRole("dialog").filter({ visible: true })
    await dialog.waitFor()
    await expectFocusKept(page)
    await waitForIdlePage(page)
    const found = await lookAt(page, windows, textSettings)
    await page.setViewportSize(size)
    if ((await dialog.getAttribute("closedby")) === "none") {
      // A question closes only with an answer.
      await dialog.getByRole("button", { name: /^(Cancel Request|I Do Not Agree)$/ }).click()
    } else await page.keyboard.press("Escape")
    await expect(dialog).toBeHidden()
    await expectFocusKept(page)
    return found.map((one) => `in the dialog of “${name}”: ${one}`)
  }
  return [`no button “${name}” to open a dialog`]
}

async function settle(page: Page) {
  await page.getByRole("heading", { level: 1 }).first().waitFor()
  await waitForIdlePage(page)
}

/** Opens everything that can be unfolded, except behind an open dialog. */
async function expand(page: Page) {
  if ((await page.locator("dialog:modal").count()) > 0) return
  for (const summary of await page.locator("main summary").all()) await summary.click()
  const folded = page.locator("main button[aria-expanded=false]:not([aria-haspopup])")
  for (let times = 0; times < 30 && (await folded.count()) > 0; times += 1) {
    await folded.first().click()
  }
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }))
}
