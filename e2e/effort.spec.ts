import type { Locator, Page } from "@playwright/test"
import { typeCard } from "./card-form.ts"
import { expect, test } from "./fixtures.ts"
import { waitForIdlePage } from "./idle-page.ts"
import { find } from "./staff.ts"

const phone = { width: 390, height: 844 }

/** Counts the presses, the fields and the words on a person's way. */
function walk(page: Page) {
  const effort = { presses: 0, fields: 0, words: 0 }
  return {
    effort,
    async press(control: Locator) {
      await control.click()
      effort.presses += 1
    },
    async choose(field: Locator, label: string | RegExp) {
      const option = field.locator("option").filter({ hasText: label })
      await field.selectOption({ label: (await option.first().innerText()).trim() })
      effort.fields += 1
    },
    /** Reads the whole screen, or only the dialog over it. */
    async read() {
      await waitForIdlePage(page)
      const dialog = page.getByRole("dialog").filter({ visible: true })
      const shown = (await dialog.count()) > 0 ? dialog.last() : page.getByRole("main")
      effort.words += (await shown.innerText()).split(/\s+/).filter((word) => word !== "").length
    },
  }
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })

/** Opens the payment of the first product, and reads the screen once it has this button. */
async function openPayNow(page: Page, { press, read }: ReturnType<typeof walk>, shown: string) {
  const payNow = page.getByRole("button", { name: /^Pay Now/ }).first()
  await payNow.waitFor()
  await read()
  await press(payNow)
  await button(page, shown).waitFor()
  await read()
}

async function submitAndAgree(page: Page, { press, read }: ReturnType<typeof walk>) {
  await press(button(page, "Submit Payment"))
  await button(page, "I Agree").waitFor()
  await read()
  await press(button(page, "I Agree"))
  await page.getByText(/^You paid \$/).waitFor()
  await read()
  await press(button(page, "Done"))
}

test("with a saved card, a person on a phone pays what is past due with four presses @once @prove", async ({
  page,
  login,
}) => {
  await page.setViewportSize(phone)
  await login("harbor", "maria.santos")
  const way = walk(page)
  await openPayNow(page, way, "Submit Payment")
  await submitAndAgree(page, way)
  expect(way.effort).toMatchObject({ presses: 4, fields: 0 })
  expect(way.effort.words).toBeLessThanOrEqual(600)
})

test("without a saved card, a person on a phone pays with six presses and three fields @once @prove", async ({
  page,
  login,
}) => {
  await page.setViewportSize(phone)
  await login("harbor", "james.okafor")
  const way = walk(page)
  await openPayNow(page, way, "Add Payment Method")
  await way.press(button(page, "Add Payment Method"))
  const form = page.getByRole("dialog", { name: "Add Payment Method" })
  await form.getByLabel("Cardholder Name").waitFor()
  await way.read()
  await typeCard(form, { number: "4242 4242 4242 4242" })
  way.effort.fields += 3
  await way.press(form.getByRole("button", { name: "Add Payment Method" }))
  await expect(form).toBeHidden()
  await way.read()
  await submitAndAgree(page, way)
  expect(way.effort).toMatchObject({ presses: 6, fields: 3 })
  expect(way.effort.words).toBeLessThanOrEqual(660)
})

test("a person who wants Auto Pay reads its day and fee before any choice @once @prove", async ({
  page,
  login,
}) => {
  await page.setViewportSize(phone)
  await login("harbor", "siobhan.obrien")
  const way = walk(page)
  await page.getByRole("main").getByRole("heading").first().waitFor()
  await way.read()
  await way.press(page.getByRole("link", { name: "Payment Center" }))
  await page.getByRole("button", { name: "Change Auto Pay or Frequency" }).first().waitFor()
  await way.read()
  await way.press(page.getByRole("button", { name: "Change Auto Pay or Frequency" }).first())
  const change = page.getByRole("dialog")
  await expect(change).toContainText(
    /Auto Pay charges on your due date, the \d+\w+ of each month\./,
  )
  await way.read()
  await way.choose(change.getByLabel("Auto pay method"), /ending in/)
  await way.press(change.getByRole("button", { name: "Save changes" }))
  await button(page, "I Agree").waitFor()
  await way.read()
  await way.press(button(page, "I Agree"))
  await expect(page.getByRole("dialog")).toHaveCount(0)
  expect(way.effort).toMatchObject({ presses: 4, fields: 1 })
  expect(way.effort.words).toBeLessThanOrEqual(650)
})

test("staff see with one press whether a customer's last payment arrived @once @prove", async ({
  page,
  login,
}) => {
  await login("support", "agent.kim")
  await find(page, "Username", "maria.santos")
  await expect(page.getByText(/The last payment was|No payment was made/).first()).toBeVisible()
})
