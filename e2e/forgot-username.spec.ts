import { emailInvalidText } from "#contracts/email-address-rules.ts"
import {
  planNumberLengthText,
  planNumberNumericText,
} from "#contracts/identity/plan-number-rules.ts"
import { requiredText } from "#contracts/required-field.ts"
import { axeCheck, expect, test } from "./fixtures.ts"
import { expectNothingPersonal } from "./sign-in-steps.ts"

const sent = "we have sent your username to the email address on file"

test("RECOVER-01 RECOVER-02 RECOVER-03 SESSION-12 a person gets their username by email, and the login shows a notification", async ({
  page,
  site,
  readEmail,
}) => {
  await page.goto(site("harbor"))
  await page.getByRole("link", { name: "Forgot username?" }).click()
  await expect(page).toHaveTitle("Harbor Mutual Forgot Username")
  await axeCheck(page)
  const send = page.getByRole("button", { name: "Send recovery email" })
  await send.click()
  await expect(page.getByText(requiredText)).toHaveCount(4)
  const number = page.getByLabel("Certificate/Plan Number", { exact: true })
  await expect(number).toBeFocused()
  await axeCheck(page)
  await number.fill("4001930x27")
  await page.getByLabel("First name").fill("Maria")
  await page.getByLabel("Last name").fill("Santos")
  await page.getByLabel("Email", { exact: true }).fill("maria.santos@example")
  await send.click()
  await expect(page.getByText(planNumberNumericText)).toBeVisible()
  await expect(page.getByText(emailInvalidText)).toBeVisible()
  await number.fill("1930427")
  await send.dblclick()
  await expect(page.getByText(planNumberLengthText)).toBeVisible()

  await page.getByRole("button", { name: "Where to find your Certificate/Plan Number?" }).click()
  await expect(page.getByRole("dialog").getByText("on every bill")).toBeVisible()
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click()

  await number.fill("00 4001 930 427")
  await page.getByLabel("Email", { exact: true }).fill("maria.santos@example.com")
  const asked = page.waitForRequest("**/appauth/forgotUsername")
  await page.keyboard.press("Enter")
  expect((await asked).postDataJSON()).toEqual({
    certificateNo: "4001930427",
    firstName: "Maria",
    lastName: "Santos",
    emailAddress: "maria.santos@example.com",
    client: "harbor",
    hostName: "harbor.localhost",
  })
  await expect(page).toHaveURL(`${site("harbor")}/`)
  await expect(page.getByRole("status").getByText(sent)).toBeVisible()
  await axeCheck(page)
  expect((await readEmail("maria.santos")).text).toContain("maria.santos")
  await page.getByRole("link", { name: "Forgot password?" }).click()
  await expect(page.getByText(sent)).toBeHidden()
  await expectNothingPersonal(page, /Maria|Santos|4001930427/i)
})

test("RECOVER-03 a stranger gets the same text @prove", async ({ page, site }) => {
  await page.goto(`${site("harbor")}/forgot-username`)
  await page.getByLabel("Certificate/Plan Number", { exact: true }).fill("4999999999")
  await page.getByLabel("First name").fill("No")
  await page.getByLabel("Last name").fill("Body")
  await page.getByLabel("Email", { exact: true }).fill("nobody@example.com")
  await page.getByRole("button", { name: "Send recovery email" }).click()
  await expect(page.getByText(sent)).toBeVisible()
})
