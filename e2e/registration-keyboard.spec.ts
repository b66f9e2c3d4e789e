import { expect, test } from "./fixtures.ts"
import { keyboardOnly } from "./keyboard.ts"
import { ana, heading, next, planNumberField } from "./registration-steps.ts"
import { codeField } from "./sign-in-steps.ts"

test("REGISTER-01 REGISTER-02 REGISTER-03 REGISTER-04 REGISTER-05 ACCESS-06 a person registers using only the keyboard @prove", async ({
  page,
  site,
  readCode,
}) => {
  const { tabTo, press, type } = keyboardOnly(page)
  const enter = async (label: string, text: string) => {
    await tabTo(page.getByLabel(label, { exact: true }))
    await type(text)
  }
  await page.goto(site("harbor"))
  await tabTo(page.getByRole("link", { name: "Register" }))
  await press("Enter")
  await tabTo(planNumberField(page))
  await type(ana.planNumber)
  await press("Enter")
  await expect(heading(page, "Personal Information")).toBeFocused()
  for (const text of [ana.firstName, ana.lastName, ana.email]) {
    await press("Tab")
    await type(text)
  }
  await press("Enter")
  await expect(heading(page, "Account Verification")).toBeFocused()
  await tabTo(codeField(page))
  await type(await readCode(ana.email))
  await press("Enter")
  await expect(next(page)).toBeFocused()
  await press("Enter")
  await expect(heading(page, "Login Credentials")).toBeFocused()
  await enter("Username", "ana.d")
  await enter("Password", "Lighthouse-70417")
  await press("Tab")
  await expect(page.getByRole("button", { name: "Show password" })).toBeFocused()
  await enter("Confirm password", "Lighthouse-70417")
  await tabTo(page.getByLabel("Security question"))
  await press("ArrowDown")
  await enter("Security answer", "Porto")
  await press("Tab", "Space")
  await expect(page.getByRole("checkbox", { name: /I agree/ })).toBeChecked()
  await press("Shift+Tab")
  await expect(page.getByLabel("Security answer")).toBeFocused()
  await press("Enter")
  await expect(page).toHaveURL(/\/dashboard$/)
})
