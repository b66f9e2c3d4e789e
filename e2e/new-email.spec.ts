import type { Page } from "@playwright/test"
import { axeCheck, expect, test } from "./fixtures.ts"
import { askForCode, codeField } from "./sign-in-steps.ts"

async function openProfile(page: Page) {
  await page.goto(`${new URL(page.url()).origin}/my-profile`)
  await page.getByText("Date of Birth").waitFor()
  // Advancing the clock would abort the calls in progress.
  await page.waitForLoadState("networkidle")
}

async function typeEmail(page: Page, address: string) {
  await page.getByRole("button", { name: "Make Changes" }).click()
  const dialog = page.getByRole("dialog", { name: "Contact Information" })
  await dialog.getByLabel("Email", { exact: true }).fill(address)
  await dialog.getByLabel("Re-enter Email").fill(address)
  return dialog
}

function confirmDialog(page: Page) {
  return page.getByRole("dialog", { name: "Confirm your new email" })
}

test("PROOF-08 a new email address waits until its code is entered, and sign-in codes go to the old one meanwhile", async ({
  page,
  anotherPage,
  site,
  login,
  readCode,
  readEmail,
}) => {
  // The test uses two browsers one after the other.
  test.slow()
  await login("harbor", "maria.santos")
  await openProfile(page)
  const main = page.getByRole("main")
  const long = `m.santos@${"a-long-name-".repeat(4)}of-a-domain.example.org`
  const form = await typeEmail(page, long)
  await form.getByRole("button", { name: "Save changes" }).click()
  await expect(form).toBeHidden()
  const codes = confirmDialog(page)
  await expect(codes.getByText(`code to your new address, ${long}.`)).toBeVisible()
  await expect(codeField(page)).toBeFocused()
  await axeCheck(page)
  await page.keyboard.press("Escape")
  await expect(codes).toBeHidden()
  await expect(
    main.getByText("Until then, we will send email to m•••••@example.com."),
  ).toBeVisible()

  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, "the page does not scroll sideways").toBe(0)

  await page.reload()
  await expect(main.getByText("maria.santos@example.com")).toBeVisible()
  await expect(main.getByText("Waiting for confirmation")).toBeVisible()
  await expect(main.getByText(long, { exact: true })).toBeVisible()
  await axeCheck(page)
  const elsewhere = await anotherPage()
  await elsewhere.goto(site("harbor"))
  await askForCode(elsewhere, "maria.santos")
  expect((await readEmail("maria.santos", "one-time code")).text).toContain("finish logging in")

  const code = await readCode(long)
  await main.getByRole("button", { name: "Enter code: new email address" }).click()
  await codeField(page).fill(code === "000000" ? "000001" : "000000")
  await page.keyboard.press("Enter")
  await expect(codes.getByText("You have 4 tries left.")).toBeVisible()
  await codeField(page).fill(code)
  await page.keyboard.press("Enter")
  await expect(codes).toBeHidden()
  await expect(main.getByText("Waiting for confirmation")).toHaveCount(0)
  await expect(main.getByText("maria.santos@example.com")).toHaveCount(0)
  await expect(main.getByText(long)).toBeVisible()
  for (const address of ["maria.santos", long]) {
    await readEmail(address, "contact information was changed")
  }
})

test("PROOF-09 a mistake in both fields can be corrected, and a change can be canceled @prove", async ({
  page,
  login,
  readCode,
}) => {
  await login("harbor", "james.okafor")
  await openProfile(page)
  const main = page.getByRole("main")
  const form = await typeEmail(page, "james.okafro@example.org")
  await form.getByRole("button", { name: "Save changes" }).click()
  await codeField(page).waitFor()
  await page.keyboard.press("Escape")
  await expect(confirmDialog(page)).toBeHidden()

  const again = await typeEmail(page, "james.o@example.org")
  await again.getByRole("button", { name: "Save changes" }).click()
  await codeField(page).fill(await readCode("james.o@example.org"))
  await page.keyboard.press("Enter")
  await expect(confirmDialog(page)).toBeHidden()
  await expect(main.getByText("james.o@example.org")).toBeVisible()
  await expect(main.getByText("james.okafro@example.org")).toHaveCount(0)

  const third = await typeEmail(page, "third@example.org")
  await third.getByRole("button", { name: "Save changes" }).click()
  await codeField(page).waitFor()
  await page.keyboard.press("Escape")
  await main.getByRole("button", { name: "Cancel: change of email address" }).click()
  await expect(main.getByText("Your email address was not changed.")).toBeVisible()
  await expect(main.getByText("third@example.org")).toHaveCount(0)
  await page.reload()
  await expect(main.getByText("james.o@example.org")).toBeVisible()
  await expect(main.getByText("third@example.org")).toHaveCount(0)
})

test("PROOF-10 an unattended signed-in browser cannot change the email address without a code to the old one @phone @prove", async ({
  page,
  login,
  advance,
  readCode,
}) => {
  await login("harbor", "grace.adeyemi")
  await openProfile(page)
  await advance({ minutes: 11 })
  const form = await typeEmail(page, "attacker@example.net")
  await form.getByRole("button", { name: "Save changes" }).click()
  const proof = page.getByRole("dialog", { name: "Check your email" })
  await expect(proof.getByText("We have sent a one-time code to g•••••@example.com.")).toBeVisible()
  await codeField(page).waitFor()
  await page.keyboard.press("Escape")
  await expect(proof).toBeHidden()
  await expect(form.getByLabel("Email", { exact: true })).toHaveValue("attacker@example.net")
  await page.reload()
  await expect(page.getByText("Waiting for confirmation")).toHaveCount(0)
  await expect(page.getByText("attacker@example.net")).toHaveCount(0)

  // A person who reads the old mailbox enters its code first, and then the new address's code.
  const own = await typeEmail(page, "grace.a@example.org")
  await own.getByLabel("Address 2").fill("Second floor")
  await own.getByRole("button", { name: "Save changes" }).click()
  await codeField(page).fill(await readCode("grace.adeyemi"))
  await page.keyboard.press("Enter")
  await expect(proof).toBeHidden()
  const codes = confirmDialog(page)
  await expect(codes).toBeVisible()
  await codes.getByRole("textbox").fill(await readCode("grace.a@example.org"))
  await page.keyboard.press("Enter")
  await expect(codes).toBeHidden()
  const main = page.getByRole("main")
  await expect(main.getByText("grace.a@example.org")).toBeVisible()
  await expect(main.getByText("Second floor")).toBeVisible()
})

test("PROOF-09 entering a code later requires a step-up code first, and closing that dialog changes nothing @prove", async ({
  page,
  login,
  advance,
  readCode,
}) => {
  await login("harbor", "siobhan.obrien")
  await openProfile(page)
  const form = await typeEmail(page, "siobhan@example.org")
  await form.getByRole("button", { name: "Save changes" }).click()
  await codeField(page).waitFor()
  await readCode("siobhan@example.org")
  await page.keyboard.press("Escape")
  await advance({ minutes: 11 })
  const main = page.getByRole("main")
  const enter = main.getByRole("button", { name: "Enter code: new email address" })
  const proof = page.getByRole("dialog", { name: "Check your email" })
  await enter.click()
  await codeField(page).waitFor()
  await page.keyboard.press("Escape")
  await expect(proof).toBeHidden()
  await expect(confirmDialog(page)).toBeHidden()
  await expect(main.getByText("Waiting for confirmation")).toBeVisible()

  await enter.click()
  await proof.getByRole("textbox").fill(await readCode("siobhan.obrien"))
  await page.keyboard.press("Enter")
  await expect(proof).toBeHidden()
  const codes = confirmDialog(page)
  await codes.getByRole("textbox").fill(await readCode("siobhan@example.org"))
  await page.keyboard.press("Enter")
  await expect(codes).toBeHidden()
  await expect(main.getByText("siobhan@example.org")).toBeVisible()
})
