import { expect, test } from "./fixtures.ts"
import { ana, heading, next, planNumberField } from "./registration-steps.ts"

test("REGISTER-01 REGISTER-02 REGISTER-03 REGISTER-04 REGISTER-05 the keyboard alone is enough @prove", async ({
  page,
  site,
  readCode,
}) => {
  const { keyboard } = page
  await page.goto(`${site("harbor")}/account-details`)
  await planNumberField(page).focus()
  await keyboard.type(ana.planNumber)
  await keyboard.press("Enter")
  await expect(heading(page, "Personal Information")).toBeFocused()
  for (const text of [ana.firstName, ana.lastName, ana.email]) {
    await keyboard.press("Tab")
    await keyboard.type(text)
  }
  await keyboard.press("Enter")
  await expect(heading(page, "Account Verification")).toBeFocused()
  await keyboard.press("Tab")
  await keyboard.type(await readCode(ana.email))
  await keyboard.press("Enter")
  await expect(next(page)).toBeFocused()
  await keyboard.press("Enter")
  await expect(heading(page, "Login Credentials")).toBeFocused()
  await keyboard.press("Tab")
  await keyboard.type("ana.d")
  await keyboard.press("Tab")
  await keyboard.type("Lighthouse-7")
  await keyboard.press("Tab")
  await expect(page.getByRole("button", { name: "Show password" })).toBeFocused()
  await keyboard.press("Tab")
  await keyboard.type("Lighthouse-7")
  await keyboard.press("Tab")
  await keyboard.press("Tab")
  await expect(page.getByLabel("Security question")).toBeFocused()
  await keyboard.press("ArrowDown")
  await keyboard.press("Tab")
  await keyboard.type("Porto")
  await keyboard.press("Tab")
  await keyboard.press("Space")
  await page.getByLabel("Security answer").focus()
  await keyboard.press("Enter")
  await expect(page).toHaveURL(/\/dashboard$/)
})
