import type { Page } from "@playwright/test"
import { emailInvalidText } from "#contracts/email-address-rules.ts"
import {
  planNumberLengthText,
  planNumberNumericText,
  planNumberUnknownText,
} from "#contracts/identity/plan-number-rules.ts"
import { messages } from "#contracts/messages.ts"
import { filled } from "#contracts/placeholders.ts"
import { requiredText } from "#contracts/required-field.ts"
import { axeCheck, expect, test } from "./fixtures.ts"
import {
  ana,
  giveName,
  heading,
  identify,
  next,
  planNumberField,
  verify,
  walter,
} from "./registration-steps.ts"
import { codeField } from "./sign-in-steps.ts"

test("REGISTER-01 the number is checked, and unknown numbers are counted @phone @prove", async ({
  page,
  site,
}) => {
  await page.goto(`${site("harbor")}/account-details`)
  await next(page).click()
  await expect(page.getByText(requiredText)).toBeVisible()
  await expect(planNumberField(page)).toBeFocused()
  await identify(page, { planNumber: "40000000l7" })
  await expect(page.getByText(planNumberNumericText)).toBeVisible()
  await identify(page, { planNumber: "400000001" })
  await expect(page.getByText(planNumberLengthText)).toBeVisible()
  await axeCheck(page)
  expect(await attempts(page)).toBeUndefined()

  await identify(page, { planNumber: "4999999999" })
  await expect(page.getByRole("alert").getByText(planNumberUnknownText)).toBeVisible()
  await axeCheck(page)
  expect(await attempts(page)).toMatchObject({ value: "1", expires: -1 })
  await next(page).click()
  await expect.poll(async () => (await attempts(page))?.value).toBe("2")
  await expect(planNumberField(page)).toHaveValue("4999999999")

  await identify(page, { planNumber: "40 0000 0017" })
  await expect(page).toHaveURL(`${site("harbor")}/personal-info`)
})

test("REGISTER-02 names and email are required, and the typed data survives going back @prove", async ({
  page,
  site,
}) => {
  await page.goto(`${site("harbor")}/account-details`)
  await identify(page, ana)
  await giveName(page, { ...ana, firstName: "", lastName: " ", email: "ana@example" })
  await expect(page.getByText(requiredText)).toHaveCount(2)
  await expect(page.getByText(emailInvalidText)).toBeVisible()
  await expect(page.getByLabel("First name")).toBeFocused()
  await axeCheck(page)

  await page.getByLabel("First name").fill("Ana")
  await page.reload()
  await expect(page.getByLabel("First name")).toHaveValue("Ana")
  await page.goBack()
  await expect(planNumberField(page)).toHaveValue(ana.planNumber)
  await page.goForward()
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue("ana@example")
})

test("REGISTER-07 another person and a registered person see why they cannot register @phone @prove", async ({
  page,
  site,
}) => {
  await page.goto(`${site("harbor")}/account-details`)
  await identify(page, ana)
  await giveName(page, { ...ana, firstName: "Bruno" })
  await expect(page.getByText("does not match the one we have on file")).toBeVisible()
  await expect(page.getByLabel("First name")).toHaveValue("Bruno")

  await page.goto(`${site("harbor")}/account-details`)
  await identify(page, { planNumber: "4001930427" })
  await giveName(page, {
    ...ana,
    firstName: "Maria",
    lastName: "Santos",
    email: "maria.santos@example.com",
  })
  await expect(page.getByText("is already registered")).toBeVisible()
})

test("REGISTER-03 a wrong code shows an error, and another can be requested @phone @prove", async ({
  page,
  site,
  readCode,
  advance,
}) => {
  await page.goto(`${site("harbor")}/account-details`)
  await identify(page, walter)
  await giveName(page, walter)
  const first = await readCode(walter.email)
  await codeField(page).fill(first === "000000" ? "111111" : "000000")
  await page.keyboard.press("Enter")
  await expect(
    page.getByText(filled(messages["passcode.wrong"].content, { left: "4 tries" })),
  ).toBeVisible()
  await expect(next(page)).toBeDisabled()
  const another = page.getByRole("button", { name: "Request another code" })
  await expect(another).toBeDisabled()
  await advance({ seconds: 50 })
  await page.reload()
  await expect(page.getByRole("timer"), "a reload begins no new pause").toHaveText(/in \d seconds?/)
  await advance({ seconds: 11 })
  await another.click()
  await expect(
    page.getByText(/on file, we have emailed you a new code or next steps\. An earlier code stays/),
  ).toBeVisible()
  expect(await readCode(walter.email)).not.toBe(first)
  await verify(page, first)
  await expect(heading(page, "Login Credentials")).toBeVisible()
})

test("REGISTER-02 an expired registration starts again with its number @prove", async ({
  page,
  site,
}) => {
  await page.goto(`${site("harbor")}/account-details`)
  await identify(page, ana)
  await heading(page, "Personal Information").waitFor()
  await page.context().clearCookies()
  await giveName(page, ana)
  await expect(page).toHaveURL(`${site("harbor")}/account-details`)
  await expect(page.getByText("has expired or was started elsewhere")).toBeVisible()
  await expect(planNumberField(page)).toHaveValue(ana.planNumber)
})

test.describe(() => {
  test.use({ expectedFaults: [/ERR_FAILED/] })

  test("REGISTER-01 a lost connection keeps the typed data, and a retry continues @prove", async ({
    page,
    site,
  }) => {
    await page.goto(`${site("harbor")}/account-details`)
    await page.route("**/registration/policyNumber", (route) => route.abort(), { times: 1 })
    await identify(page, ana)
    await expect(
      page.getByText(
        "Is seems as though we are not able to connect the server. Please try again or call our customer service team for support.",
      ),
    ).toBeVisible()
    await expect(planNumberField(page)).toHaveValue(ana.planNumber)
    await next(page).click()
    await expect(heading(page, "Personal Information")).toBeVisible()
  })
})

async function attempts(page: Page) {
  const cookies = await page.context().cookies()
  return cookies.find(({ name }) => name === "Attempt")
}
