import type { Locator, Page } from "@playwright/test"
import { idleMinutes } from "#contracts/identity/session-life.ts"
import type { StaffPayment } from "#contracts/staff/money.ts"
import { lostWhenIdle } from "#web/identity/session/texts.ts"
import { bankRefund, tooOldToRefund } from "#web/staff/money/texts.ts"
import { axeCheck, expect, test } from "./fixtures.ts"
import { find, openPaymentsOf } from "./staff.ts"

const waiting = (at: Page) =>
  at.getByRole("region", { name: "Refunds waiting for approval" }).getByRole("listitem")

async function openPayments(page: Page, confirmationNumber: string) {
  await find(page, "Payment confirmation number", confirmationNumber)
  const payments = await openPaymentsOf(page, "James Okafor")
  await expect(payments.getByText(confirmationNumber)).toBeVisible()
  return payments
}

test("REFUND-09 REFUND-10 REFUND-11 ACCESS-12 kim sees payments with the gateway's reference and no refund, osei, who has the role money, requests one, moreau approves it, and the customer reads it", async ({
  app,
  page,
  login,
  anotherPage,
  site,
  readEmail,
}) => {
  const due = { username: "james.okafor", client: "harbor", policyNumber: "4003120956" }
  const confirmationNumber = await app.ask("pay", due)
  await app.ask("releaseSecondFactor", "agent.osei")

  await login("support", "agent.kim")
  const seen = await openPayments(page, confirmationNumber)
  await readPayment(seen)
  await axeCheck(page)

  const osei = await anotherPage()
  await login("support", "agent.osei", osei)
  const payments = await openPayments(osei, confirmationNumber)
  await refundPart(osei, payments)
  await reopenBill(osei, payments)
  await requestRefund(osei, payments)

  const moreau = await anotherPage()
  await login("support", "agent.moreau", moreau)
  await approveRefund(moreau)
  await page.reload()
  await expect(waiting(page)).toHaveCount(0)

  const { text } = await readEmail("james.okafor", "Your refund of $10.00")
  expect(text).toContain("5 to 10 business days")

  const customer = await anotherPage()
  await login("harbor", "james.okafor", customer)
  await readAsCustomer(customer, site("harbor"))
  await axeCheck(customer)
})

/** Reads a payment without a way to refund it. */
async function readPayment(seen: Locator) {
  await expect(seen.getByText(/^charge_/)).toBeVisible()
  await expect(seen.getByText("Made as")).toBeVisible()
  await expect(seen.getByText(/^\w+, \w{3}, \w{3} \d+$/)).toBeVisible()
  await expect(seen.getByRole("button", { name: "Refund" })).toHaveCount(0)
}

/** Refunds a part, after missing and wrong fields. */
async function refundPart(osei: Page, payments: Locator) {
  const refund = payments.getByRole("button", { name: /^Refund/ })
  await refund.click()
  const dialog = osei.getByRole("dialog", { name: "Refund a payment" })
  await expect(dialog.getByLabel("Refund amount")).not.toHaveValue("")
  await expect(dialog).toContainText(`Cancel${lostWhenIdle(idleMinutes)}`)
  await axeCheck(osei)
  await dialog.getByLabel("Refund amount").fill("99999")
  const next = dialog.getByRole("button", { name: "Continue" })
  await next.click()
  await expect(dialog.getByText("Please enter an amount between $0.01")).toBeVisible()
  await expect(dialog.getByText("Please enter a reason.")).toBeVisible()
  await expect(dialog.getByText("Please choose what the customer owes afterward.")).toBeVisible()
  await dialog.getByLabel("Refund amount").fill("10")
  await dialog.getByLabel("Reason").fill("Paid twice")
  await dialog.getByLabel("What the customer owes afterward").selectOption("credit")
  await next.click()
  const effect = dialog.getByRole("paragraph").filter({ hasText: "You refund $10.00 to" })
  await expect(effect).toBeFocused()
  await expect(dialog.getByText("the bill stays paid")).toBeVisible()
  await axeCheck(osei)
  await dialog.getByRole("button", { name: "Refund $10.00" }).click()
  await expect(osei.getByText("$10.00 was refunded to")).toBeVisible()
  await expect(payments.getByText("$10.00, Refunded")).toBeVisible()
  await expect(osei.getByRole("heading", { name: "Payments of James Okafor" })).toBeFocused()
  await expect(osei.getByText("$10.00 was refunded to")).toBeInViewport()
}

async function reopenBill(osei: Page, payments: Locator) {
  await payments.getByRole("button", { name: /^Reopen the bill/ }).click()
  const opening = osei.getByRole("dialog", { name: "Reopen a bill" })
  await opening.getByLabel("Reason").fill("Pays by check")
  await axeCheck(osei)
  await opening.getByRole("button", { name: "Reopen the bill for $10.00" }).click()
  await expect(osei.getByText(/^The customer owes \$10\.00 of .* again/)).toBeVisible()
  await expect(payments.getByRole("button", { name: /^Reopen the bill/ })).toHaveCount(0)
}

/** Requests a refund that needs approval, withdraws it, and requests it again. */
async function requestRefund(osei: Page, payments: Locator) {
  const refund = payments.getByRole("button", { name: /^Refund/ })
  const dialog = osei.getByRole("dialog", { name: "Refund a payment" })
  const next = dialog.getByRole("button", { name: "Continue" })
  await refund.click()
  await dialog.getByLabel("Reason").fill("Plan ended")
  await dialog.getByLabel("What the customer owes afterward").selectOption("reopen")
  await expect(dialog.getByText("will be due again")).toBeVisible()
  await next.click()
  await dialog.getByRole("button", { name: "Refund $119.60" }).click()
  await expect(osei.getByText("needs the approval of a second staff member")).toBeVisible()
  await expect(waiting(osei)).toContainText(["You made this request."])
  await axeCheck(osei)
  await waiting(osei).getByRole("button", { name: "Withdraw" }).click()
  await expect(osei.getByText("You withdrew the refund of $119.60")).toBeVisible()
  await expect(waiting(osei)).toHaveCount(0)
  await refund.click()
  await dialog.getByLabel("Reason").fill("Plan ended")
  await dialog.getByLabel("What the customer owes afterward").selectOption("reopen")
  await next.click()
  await dialog.getByRole("button", { name: "Refund $119.60" }).click()
  await expect(waiting(osei)).toHaveCount(1)
}

async function approveRefund(moreau: Page) {
  await expect(waiting(moreau)).toContainText(["Reason: Plan ended"])
  await axeCheck(moreau)
  await waiting(moreau).getByRole("button", { name: "Approve" }).click()
  const approval = moreau.getByRole("dialog", { name: "Approve this request?" })
  await expect(approval.getByText("$119.60 goes back to")).toBeVisible()
  await axeCheck(moreau)
  await approval.getByRole("button", { name: "Approve the refund of $119.60" }).click()
  await expect(moreau.getByText("The customer gets an email about it.")).toBeVisible()
  await expect(waiting(moreau)).toHaveCount(0)
  await expect(moreau.getByRole("heading", { name: "Search Clients" })).toBeFocused()
}

/** Reads the refunds in the history and under the authorization. */
async function readAsCustomer(customer: Page, origin: string) {
  await customer.goto(`${origin}/payment-center/payment-history`)
  await expect(customer.getByText(/We refunded \$[\d.,]+ of your payment/).first()).toBeVisible()
  await axeCheck(customer)
  await customer.goto(`${origin}/payment-center/products`)
  await customer.getByText("Your signed authorizations").click()
  await customer.getByText("1 charge under it").click()
  await expect(customer.getByRole("listitem").getByText(/: \$129\.60 \(/)).toBeVisible()
}

const bankDebit: StaffPayment = {
  confirmationNumber: "82VV5YXB",
  policyNumber: "4003120956",
  productDesc: "Term Life",
  paymentAmount: "129.60",
  paymentDate: "03/02/2026",
  paymentMethod: "Checking ending in 6789",
  paymentMethodKind: "bank",
  paymentStatusLabel: "Paid",
  statusDate: "03/06/2026",
  isAutoPay: "N",
  explanation: "",
  gateway: "sandbox",
  chargeReference: "",
  gatewayReference: "charge_1",
  refundableAmount: "129.60",
  isTooOldToRefund: false,
  refunds: [],
}

test("REFUND-09 the dialog for a bank debit states when the money arrives and what a dispute does, and an old debit has a reason instead of a button @phone @prove", async ({
  app,
  page,
  login,
}) => {
  await app.ask("releaseSecondFactor", "agent.osei")
  let payment = bankDebit
  const rest = { isGone: false, approvalAbove: "100.00", messages: [] }
  await page.route("**/myaccount-core/agent/payments?*", (route) =>
    route.fulfill({ json: { payments: [payment], ...rest } }),
  )
  await login("support", "agent.osei")
  const openDebit = async () => {
    await find(page, "Username", "james.okafor")
    return await openPaymentsOf(page, "James Okafor")
  }
  const refund = (await openDebit()).getByRole("button", { name: /^Refund/ })
  await refund.click()
  const dialog = page.getByRole("dialog", { name: "Refund a payment" })
  await expect(dialog.getByText(bankRefund)).toBeVisible()
  await axeCheck(page)
  await page.reload()
  payment = { ...bankDebit, isTooOldToRefund: true, refundableAmount: "0.00" }
  await expect((await openDebit()).getByText(tooOldToRefund)).toBeVisible()
  await expect(refund).toHaveCount(0)
})
