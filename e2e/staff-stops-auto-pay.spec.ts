import { axeCheck, expect, test } from "./fixtures.ts"
import { actFor, find } from "./staff.ts"

test("AGREED-05 AGREED-06 staff skip a charge and stop auto pay for a caller, and the audit log names them @phone @prove", async ({
  app,
  page,
  site,
  login,
  anotherPage,
  readEmail,
}) => {
  await login("support", "agent.kim")
  const customerSite = await actFor(page, "lena.fischer")
  await customerSite.goto(`${site("wayfarer")}/payment-center/products`)
  await customerSite.getByRole("radio", { name: "Roadside Assistance" }).click()
  await customerSite.getByRole("button", { name: "Skip this payment" }).click()
  const skip = customerSite.getByRole("dialog", { name: "Skip this payment" })
  await skip.getByRole("button", { name: "Skip this payment" }).click()
  await expect(
    customerSite.getByText("You skipped the Auto Pay charge for this bill."),
  ).toBeVisible()
  await customerSite.getByRole("button", { name: "Turn off Auto Pay" }).click()
  const removal = customerSite.getByRole("dialog", { name: "Confirm Remove Auto Pay" })
  await removal.getByRole("button", { name: "I Agree" }).click()
  await expect(customerSite.getByText("is no longer on Auto Pay.")).toBeVisible()

  const customer = await anotherPage()
  await login("wayfarer", "lena.fischer", customer)
  await customer.goto(`${site("wayfarer")}/my-profile`)
  const auditLog = customer.getByRole("region", { name: "Activity on your account" })
  const byStaff = auditLog.getByRole("listitem").filter({ hasText: "Customer service" })
  await expect(
    byStaff.filter({ hasText: /Customer service skipped the Auto Pay charge of/ }),
  ).toHaveCount(1)
  await expect(
    byStaff.filter({ hasText: "changed Auto Pay or the payment frequency" }),
  ).toHaveCount(1)
  await customer.goto(`${site("wayfarer")}/payment-center/payment-history`)
  const skipped = customer.getByRole("article", { name: "Roadside Assistance" })
  await expect(skipped).toContainText("Skipped")
  await axeCheck(customer)
  const { text } = await readEmail("lena.fischer", "Auto Pay")
  expect(text).toContain("Customer service (agent.kim) for you")

  // From the next call on, the role look alone does not allow acting for a customer.
  await app.ask("giveRoles", { userid: "agent.kim", roles: ["look"] })
  const refused = customerSite.waitForResponse((reply) => reply.status() === 401)
  await customerSite.reload()
  await refused
  await page.reload()
  await find(page, "Username", "lena.fischer")
  await expect(page.getByText("lena.fischer@example.com")).toBeVisible()
  await expect(page.getByRole("button", { name: "Impersonate" })).toHaveCount(0)
})
