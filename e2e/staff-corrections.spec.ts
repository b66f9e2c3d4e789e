import type { Locator, Page } from "@playwright/test"
import { idleMinutes } from "#contracts/identity/session-life.ts"
import { lostWhenIdle } from "#web/identity/session/texts.ts"
import { axeCheck, expect, test } from "./fixtures.ts"
import { openBillsOfJames } from "./staff.ts"

// The test cuts the connection once.
test.use({ expectedFaults: [/net::ERR_FAILED/] })

const policyNumber = "4003120956"

const waiting = (at: Page) =>
  at
    .getByRole("region", { name: "Credits and write-offs waiting for approval" })
    .getByRole("listitem")

test("CORRECTION-06 ACCESS-12 osei sees open bills with their corrections and the effect beforehand, gives a credit after an error that keeps the typed data, moreau approves a write-off, and the customer owes less", async ({
  app,
  page,
  login,
  anotherPage,
  site,
}) => {
  await app.ask("releaseSecondFactor", "agent.osei")
  await login("support", "agent.kim")
  const seen = await openBillsOfJames(page, policyNumber)
  await expect(seen.getByText("$64.80, Due Wed, Mar 18")).toBeVisible()
  await expect(seen.getByRole("button")).toHaveCount(0)

  const osei = await anotherPage()
  await login("support", "agent.osei", osei)
  const product = await openBillsOfJames(osei, policyNumber)
  await giveCredit(osei, product)
  await takeBackCredit(osei, product)
  await requestWriteOff(osei, product)

  const moreau = await anotherPage()
  await login("support", "agent.moreau", moreau)
  await approveWriteOff(moreau)

  const customer = await anotherPage()
  await login("harbor", "james.okafor", customer)
  await customer.goto(`${site("harbor")}/payment-center`)
  await expect(customer.getByText("$69.60").first()).toBeVisible()
})

/** Gives a credit, after the connection is lost and the screen keeps the typed data. */
async function giveCredit(osei: Page, product: Locator) {
  await product.getByRole("button", { name: /^Give a credit/ }).click()
  const dialog = osei.getByRole("dialog", { name: "Give a credit" })
  await expect(dialog).toContainText(`Cancel${lostWhenIdle(idleMinutes)}`)
  const next = dialog.getByRole("button", { name: "Continue" })
  await next.click()
  await expect(dialog.getByText("Please enter an amount between $0.01 and $")).toBeVisible()
  await expect(dialog.getByText("Please enter a reason.")).toBeVisible()
  await axeCheck(osei)
  await dialog.getByLabel("Amount").fill("50")
  await dialog.getByLabel("Reason").fill("Letter came late")
  await next.click()
  const effect = dialog
    .getByRole("paragraph")
    .filter({ hasText: "You give a credit of $50.00 for" })
  await expect(effect).toBeFocused()
  await expect(dialog.getByText("will then owe $79.60 instead of $129.60")).toBeVisible()
  await axeCheck(osei)

  // The connection is lost while the credit is sent, and the screen keeps the typed data.
  const call = "**/myaccount-core/agent/corrections"
  await osei.route(call, (route) => route.abort())
  const confirm = dialog.getByRole("button", { name: "Give the credit of $50.00" })
  await confirm.click()
  await expect(dialog.getByRole("alert")).not.toBeEmpty()
  await expect(dialog.getByText("Reason: Letter came late")).toBeVisible()
  await osei.unroute(call)
  await confirm.click()
  await expect(osei.getByText("A credit of $50.00 was given for")).toBeVisible()
  await expect(product.getByText("$14.80, Due Wed, Feb 18")).toBeVisible()
  await expect(product.getByText(/^Credit \$50\.00, Posted, .*Letter came late$/)).toBeVisible()
  await expect(osei.getByRole("heading", { name: "Payments of James Okafor" })).toBeFocused()
}

async function takeBackCredit(osei: Page, product: Locator) {
  await product.getByRole("button", { name: "Take back the credit of $50.00" }).click()
  const reversal = osei.getByRole("dialog", { name: "Take back" })
  await expect(reversal.getByText("You take back the credit of $50.00.")).toBeVisible()
  await expect(reversal).toContainText(`Cancel${lostWhenIdle(idleMinutes)}`)
  const takeBack = reversal.getByRole("button", { name: "Take back $50.00" })
  await takeBack.click()
  await expect(reversal.getByText("Please enter a reason.")).toBeVisible()
  await axeCheck(osei)
  await reversal.getByLabel("Reason").fill("Wrong customer")
  await takeBack.click()
  await expect(osei.getByText(/^\$50\.00 for .* was taken back/)).toBeVisible()
  await expect(product.getByText("$64.80, Due Wed, Feb 18")).toBeVisible()
  await expect(product.getByText(/^Reversal \$50\.00, of a credit, Posted/)).toBeVisible()
  await expect(product.getByRole("button", { name: /^Take back/ })).toHaveCount(0)
}

/** Requests a write-off, after an amount above the debt. */
async function requestWriteOff(osei: Page, product: Locator) {
  await product.getByRole("button", { name: /^Write off the bill due \w+, Mar/ }).click()
  const writeOff = osei.getByRole("dialog", { name: "Write off a bill" })
  await expect(writeOff.getByLabel("Amount")).toHaveValue("64.80")
  await writeOff.getByLabel("Amount").fill("64.81")
  await writeOff.getByLabel("Reason").fill("Hardship")
  await writeOff.getByRole("button", { name: "Continue" }).click()
  await expect(writeOff.getByText("between $0.01 and $64.80")).toBeVisible()
  await writeOff.getByLabel("Amount").fill("60")
  await writeOff.getByRole("button", { name: "Continue" }).click()
  await expect(writeOff.getByText("The customer will never have to pay it.")).toBeVisible()
  await writeOff.getByRole("button", { name: "Write off $60.00" }).click()
  await expect(osei.getByText("needs the approval of a second staff member")).toBeVisible()
  await expect(waiting(osei)).toContainText(["You made this request."])
  await axeCheck(osei)
}

/** Reads the request and the bills that it concerns, and approves it. */
async function approveWriteOff(moreau: Page) {
  await expect(waiting(moreau)).toContainText(["Reason: Hardship"])
  await expect(waiting(moreau)).toContainText(["owes $129.60 now."])
  await waiting(moreau).getByRole("button", { name: "Show bills and payments" }).click()
  await expect(moreau.getByRole("heading", { name: "Payments of James Okafor" })).toBeFocused()
  await expect(moreau.getByText("$64.80, Due Wed, Mar 18")).toBeVisible()
  await waiting(moreau).getByRole("button", { name: "Approve" }).click()
  const approval = moreau.getByRole("dialog", { name: "Approve this request?" })
  await expect(approval.getByText("Write-off of $60.00: James Okafor")).toBeVisible()
  await axeCheck(moreau)
  await approval.getByRole("button", { name: "Approve the write-off of $60.00" }).click()
  await expect(moreau.getByText("$60.00 of", { exact: false })).toBeVisible()
  await expect(waiting(moreau)).toHaveCount(0)
}
