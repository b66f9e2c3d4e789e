import type { Page } from "@playwright/test"
import { axeCheck, expect, test } from "./fixtures.ts"
import { codeField } from "./sign-in-steps.ts"

async function openProfile(page: Page) {
  await page.goto(`${new URL(page.url()).origin}/my-profile`)
  await page.getByText("Date of Birth").waitFor()
  // Advancing the clock would abort the calls in progress.
  await page.waitForLoadState("networkidle")
}

async function typeQuestion(page: Page) {
  await page.getByRole("button", { name: "Change: security question and answer" }).click()
  const dialog = page.getByRole("dialog", { name: "Change Security Q&A" })
  await dialog.getByLabel("Security question").selectOption({ label: "What was your first job?" })
  await dialog.getByLabel("Security answer").fill("Lighthouse keeper")
  return dialog
}

function codeDialog(page: Page) {
  return page.getByRole("dialog", { name: "Check your email" })
}

function other(code: string): string {
  return code === "000000" ? "000001" : "000000"
}

test("PROOF-03 a session without a step-up code asks for one above the form, and then the typed data is saved", async ({
  page,
  login,
  advance,
  readCode,
  readEmail,
}) => {
  await login("harbor", "maria.santos")
  await openProfile(page)
  await advance({ minutes: 11 })
  const dialog = await typeQuestion(page)
  await dialog.getByRole("button", { name: "Save changes" }).click()
  const codes = codeDialog(page)
  await expect(codes.getByText("We have sent a one-time code to m•••••@example.com.")).toBeVisible()
  await expect(codes.getByText("Please check your spam folder too.")).toBeVisible()
  await expect(codes.getByRole("button", { name: "Request another code" })).toBeDisabled()
  await expect(codeField(page)).toBeFocused()
  await axeCheck(page)

  const code = await readCode("maria.santos")
  await page.keyboard.type(other(code))
  await page.keyboard.press("Enter")
  await expect(codes.getByText("You have 4 tries left.")).toBeVisible()
  await axeCheck(page)
  await page.keyboard.type(code)
  await page.keyboard.press("Enter")
  await expect(codes).toBeHidden()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole("main").getByText("What was your first job?")).toBeVisible()
  await readEmail("maria.santos", "security question was changed")

  // The step-up is still valid, so the next change does not need a code.
  await page.getByRole("button", { name: "Change Password" }).click()
  const password = page.getByRole("dialog", { name: "Change Password" })
  await password.getByLabel("Old password", { exact: true }).fill("Anchor-2026")
  for (const label of ["New password", "Confirm password"]) {
    await password.getByLabel(label, { exact: true }).fill("Lantern-2027")
  }
  await password.getByRole("button", { name: "Save changes" }).click()
  await expect(password).toBeHidden()
  await expect(codes).toBeHidden()
  await readEmail("maria.santos", "password was changed")
})

test("PROOF-04 closing the code dialog keeps the typed form, and it can be saved later @phone @prove", async ({
  page,
  login,
  advance,
  readCode,
}) => {
  await login("harbor", "james.okafor")
  await openProfile(page)
  await advance({ minutes: 11 })
  const dialog = await typeQuestion(page)
  const save = dialog.getByRole("button", { name: "Save changes" })
  await save.click()
  const codes = codeDialog(page)
  await expect(codeField(page)).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(codes).toBeHidden()
  await expect(dialog).toBeVisible()
  await expect(dialog.getByLabel("Security answer")).toHaveValue("Lighthouse keeper")
  await expect(dialog.getByRole("alert")).toHaveCount(0)
  await expect(save).toBeFocused()
  await expect(save).toHaveText("Save changes")

  // The sent code is still valid, and another one is not sent so soon.
  await save.click()
  await expect(codes.getByText(/You can request another code in \d+ seconds?/)).toBeVisible()
  await codeField(page).fill(await readCode("james.okafor"))
  await codes.getByRole("button", { name: "Confirm Code" }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole("main").getByText("What was your first job?")).toBeVisible()
})

test("PROOF-04 a code that was not sent and a rejected code show their reason and can be requested again @prove", async ({
  page,
  login,
  advance,
  readCode,
}) => {
  await login("harbor", "grace.adeyemi")
  await openProfile(page)
  await advance({ minutes: 11 })
  const dialog = await typeQuestion(page)
  await page.route("**/appauth/proof", (route) => route.fulfill({ status: 404 }), { times: 1 })
  await dialog.getByRole("button", { name: "Save changes" }).click()
  const codes = codeDialog(page)
  const again = codes.getByRole("button", { name: "Try again" })
  await expect(again).toBeVisible()
  await axeCheck(page)
  await again.click()
  const code = await readCode("grace.adeyemi")
  for (let turn = 0; turn < 5; turn++) {
    await codeField(page).fill(other(code))
    await codes.getByRole("button", { name: "Confirm Code" }).click()
    await expect(codes.getByText("That code is not correct")).toBeVisible()
    await expect(codeField(page)).toHaveValue("")
  }
  await expect(codes.getByText("Please request another code.")).toBeVisible()

  // The reopened dialog still shows the error and counts down to the next code.
  await page.keyboard.press("Escape")
  await dialog.getByRole("button", { name: "Save changes" }).click()
  await expect(codes.getByText(/Please wait .* before you request another code/)).toBeVisible()
  await codeField(page).fill(code)
  await expect(codes.getByRole("button", { name: "Confirm Code" })).toBeDisabled()
  await advance({ seconds: 61 })
  await codes.getByRole("button", { name: "Request another code" }).click()
  await expect(
    codes.getByText("We have sent a new code. Codes from earlier emails no longer work."),
  ).toBeVisible()
  await codeField(page).fill(await readCode("grace.adeyemi"))
  await codes.getByRole("button", { name: "Confirm Code" }).click()
  await expect(dialog).toBeHidden()
})

test("PROOF-07 the old password is rejected as the new one, beside its field @phone @prove", async ({
  page,
  login,
}) => {
  await login("harbor", "siobhan.obrien")
  await openProfile(page)
  await page.getByRole("button", { name: "Change Password" }).click()
  const dialog = page.getByRole("dialog", { name: "Change Password" })
  const fresh = dialog.getByLabel("New password", { exact: true })
  await dialog.getByLabel("Old password", { exact: true }).fill("Anchor-2026")
  await fresh.fill("Anchor-2026")
  await dialog.getByLabel("Confirm password", { exact: true }).fill("Anchor-2026")
  await dialog.getByRole("button", { name: "Save changes" }).click()
  await expect(fresh).toHaveAccessibleDescription("Your new password must differ from the old one.")
  await expect(fresh).toBeFocused()
  await axeCheck(page)
  await fresh.fill("Lantern-2027")
  await expect(dialog.getByText("must differ from the old one")).toHaveCount(0)
})

test("PROOF-05 a code entered at a group's site is valid at the union's site @prove", async ({
  page,
  site,
  readCode,
}) => {
  await page.goto(site("trades"))
  await page.getByLabel("Union").selectOption("electricians")
  await page.getByLabel("Username", { exact: true }).fill("tom.reilly")
  await page.getByLabel("Password", { exact: true }).fill("Anchor-2026")
  await page.getByRole("button", { name: "Log In" }).click()
  await codeField(page).fill(await readCode("tom.reilly"))
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(`${site("electricians")}/dashboard`)
  await openProfile(page)
  const dialog = await typeQuestion(page)
  await dialog.getByRole("button", { name: "Save changes" }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole("main").getByText("What was your first job?")).toBeVisible()
})
