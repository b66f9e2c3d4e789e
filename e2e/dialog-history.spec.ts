import type { Page } from "@playwright/test"
import { expect, test } from "./fixtures.ts"

const terms = "Terms of Service"
const privacy = "Privacy Policy"
const statement = /\/accessibility/

/**
 * Opens the login after another screen and stops the page's clock, because a dialog's movement
 * through the history must not depend on a timer.
 */
async function openLogin(page: Page, home: string) {
  await page.clock.install()
  await page.goto(`${home}/accessibility`)
  await page.goto(`${home}/`)
  // Starting the application may need timers.
  await page.getByRole("button", { name: terms }).waitFor()
  await page.clock.pauseAt(Date.now() + 3_600_000)
}

function dialog(page: Page, name = terms) {
  return page.getByRole("dialog", { name })
}

async function open(page: Page, name = terms) {
  await page.getByRole("button", { name }).click()
  await expect(dialog(page, name)).toBeVisible()
}

async function close(page: Page) {
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click()
  await expect(page.getByRole("dialog")).toBeHidden()
}

/** Presses Close, and then `next` before the browser has moved. */
async function closeAnd(page: Page, next: string) {
  await page.evaluate((selector) => {
    document.querySelector<HTMLElement>("dialog[open] button")?.click()
    for (const element of document.querySelectorAll<HTMLElement>("footer button, footer a")) {
      if (element.textContent?.includes(selector)) element.click()
    }
  }, next)
}

for (const isOlder of [false, true]) {
  const browser = isOlder ? "in an older browser @phone @prove" : "in a new browser"
  // Phones have these links behind More.
  test.describe(browser, { tag: "@once" }, () => {
    test.use({ isOlder })

    test.beforeEach(async ({ page, site }) => await openLogin(page, site("harbor")))

    test("SHELL-11 one Back closes a dialog, and one leaves the screen after it was closed", async ({
      page,
      site,
    }) => {
      await open(page)
      await page.goBack()
      await expect(dialog(page)).toBeHidden()
      await expect(page).toHaveURL(`${site("harbor")}/`)
      await open(page)
      await close(page)
      await open(page)
      await page.keyboard.press("Escape")
      await expect(dialog(page)).toBeHidden()
      await page.goBack()
      await expect(page).toHaveURL(statement)
    })

    test("SHELL-11 a dialog that opens while another one closes gets an entry @phone @prove", async ({
      page,
      site,
    }) => {
      await open(page)
      await closeAnd(page, privacy)
      await expect(dialog(page, privacy)).toBeVisible()
      await expect(dialog(page)).toBeHidden()
      await page.goBack()
      await expect(page.getByRole("dialog")).toBeHidden()
      await expect(page).toHaveURL(`${site("harbor")}/`)
      await page.goBack()
      await expect(page).toHaveURL(statement)
    })

    test("SHELL-11 a screen that opens while a dialog closes replaces the dialog's entry @phone @prove", async ({
      page,
      site,
    }) => {
      await open(page)
      await closeAnd(page, "Accessibility")
      await expect(page).toHaveURL(statement)
      await page.goBack()
      await expect(page).toHaveURL(`${site("harbor")}/`)
      await expect(page.getByRole("dialog")).toBeHidden()
      await page.goBack()
      await expect(page).toHaveURL(statement)
    })

    test("SHELL-11 Forward and a reload do not open a closed dialog @phone @prove", async ({
      page,
      site,
    }) => {
      await open(page)
      await page.goBack()
      await expect(dialog(page)).toBeHidden()
      await page.goForward()
      await expect(dialog(page)).toBeHidden()
      await open(page)
      // Starting the application may need timers.
      await page.clock.resume()
      await page.reload()
      await expect(dialog(page)).toBeHidden()
      await expect(page).toHaveURL(`${site("harbor")}/`)
      await open(page)
      await page.goto("about:blank")
      await page.goBack()
      await expect(page.getByRole("button", { name: terms })).toBeVisible()
      await expect(dialog(page)).toBeHidden()
      await page.goBack()
      await expect(page).toHaveURL(statement)
    })
  })
}
