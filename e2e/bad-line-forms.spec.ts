import type { Locator, Page } from "@playwright/test"
import { connectivityText } from "#contracts/connectivity.ts"
import { customerForms } from "./bad-line-forms.ts"
import { staffForms } from "./bad-line-staff-forms.ts"
import { expect, test } from "./fixtures.ts"

test.describe("a form on a bad connection", () => {
  test.use({ expectedFaults: [/^printed: Failed to load resource: net::ERR_/] })

  for (const form of [...customerForms, ...staffForms]) {
    test(`LINES-10 is sent once, reports the failure, and keeps the typed data: ${form.name} @once @prove`, async ({
      page,
      app,
      port,
      login,
      site,
      readCode,
      readEmail,
    }) => {
      const part = await form.fill({
        ...{ page, app, port, login, site, readCode, readEmail },
        open: async (name, path) => void (await page.goto(site(name) + path)),
      })
      const typed = await valuesIn(part)
      const line = await hold(page, form.call)
      const question = (await form.goOn?.(page)) ?? part
      const button = question.getByRole("button", { name: form.submit, exact: true })
      await expect(button).toBeEnabled()
      await button.dblclick()
      await expect.poll(line.sent).toBe(1)
      await page.keyboard.press("Enter")
      line.cut()
      await expect(page.getByText(form.says ?? connectivityText).first()).toBeVisible()
      expect(line.sent(), "calls").toBe(1)
      if (form.back) {
        await page.unrouteAll()
        await question.getByRole("button", { name: form.back }).click()
      }
      await expect.poll(() => valuesIn(part)).toEqual(typed)
    })
  }
})

/** The values of all fields. */
async function valuesIn(part: Locator): Promise<string[]> {
  return await part
    .locator("input, select, textarea")
    .evaluateAll((fields) =>
      fields.map((field) =>
        field instanceof HTMLInputElement && field.type === "checkbox"
          ? String(field.checked)
          : (field as HTMLInputElement).value,
      ),
    )
}

/** Holds back the calls to an address until the connection is cut. */
async function hold(page: Page, call: string) {
  const held = Promise.withResolvers<void>()
  let sent = 0
  await page.route(
    (url) => url.pathname === call,
    async (route) => {
      sent += 1
      await held.promise
      await route.abort("internetdisconnected")
    },
  )
  return { sent: () => sent, cut: held.resolve }
}
