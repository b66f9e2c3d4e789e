import { readFile } from "node:fs/promises"
import type { Page } from "@playwright/test"
import { readPdf } from "#testing/pdf-reader.ts"
import { expect, test } from "./fixtures.ts"
import { actFor } from "./staff.ts"

async function agree(page: Page) {
  const authorization = page.getByRole("dialog", { name: "Payment Authorization" })
  await expect(authorization).toContainText("Maria Santos")
  await authorization.getByRole("button", { name: "I Agree" }).click()
}

async function textOf(page: Page, name: RegExp): Promise<string> {
  const downloading = page.waitForEvent("download")
  await page.getByRole("button", { name }).first().click()
  const file = await (await downloading).path()
  return (await readPdf(await readFile(file))).pages.join(" ")
}

test("AGENT-03 PAYNOW-04 AUTOPAY-04 staff pay for a customer and set auto pay, and audit log, receipt and authorization name them", async ({
  page,
  site,
  login,
  anotherPage,
  readEmail,
}) => {
  await login("support", "agent.kim")
  const customerSite = await actFor(page, "maria.santos")
  await customerSite.getByRole("button", { name: "Pay Now" }).first().click()
  await customerSite.getByRole("radio", { name: /^Full amount due:/ }).check()
  await customerSite.getByRole("button", { name: "Submit Payment" }).click()
  await agree(customerSite)
  const paid = customerSite.getByRole("dialog", { name: "Payment Successful" })
  await expect(paid).toContainText("$55.90 was paid")
  await paid.getByRole("button", { name: "Done" }).click()
  const who = "Customer service (agent.kim) for you"
  expect((await readEmail("maria.santos", "Receipt")).text).toContain(who)

  await customerSite.goto(`${site("harbor")}/payment-center/products`)
  await customerSite.getByRole("radio", { name: "Cancer Expense" }).click()
  await customerSite.getByRole("button", { name: "Change Auto Pay or Frequency" }).click()
  const change = customerSite.getByRole("dialog", { name: "Change Auto Pay or Frequency" })
  await change.getByLabel("Auto pay method").selectOption({ label: "VISA ending in 4242" })
  await change.getByRole("button", { name: "Save Changes" }).click()
  await agree(customerSite)
  await expect(customerSite.getByText("is now on Auto Pay")).toBeVisible()
  expect((await readEmail("maria.santos", "Auto Pay is set up")).text).toContain(who)

  const customer = await anotherPage()
  await login("harbor", "maria.santos", customer)
  await customer.goto(`${site("harbor")}/my-profile`)
  const record = customer.getByRole("region", { name: "Activity on your account" })
  const byStaff = record.getByRole("listitem").filter({ hasText: "Customer service" })
  await expect(byStaff).toHaveText([
    /Customer service changed Auto Pay or the payment frequency/,
    /Customer service submitted a payment/,
    /Customer service opened your account to act for you/,
    /Customer service looked you up/,
  ])
  await customer.goto(`${site("harbor")}/payment-center/payment-history`)
  expect(await textOf(customer, /^Receipt/)).toContain(
    "Customer service (agent.kim) for Maria Santos",
  )
  await customer.goto(`${site("harbor")}/payment-center/products`)
  await customer.getByText("Your signed authorizations").click()
  expect(await textOf(customer, /^Authorization.*Auto Pay set up/)).toContain(
    "Customer service (agent.kim) for maria.santos_harbor",
  )
})
