import { axeCheck, expect, test } from "./fixtures.ts"
import { actFor } from "./staff.ts"

test("AGENT-03 SHELL-08 acting for a customer opens their site, and they read of it", async ({
  page,
  site,
  login,
  anotherPage,
}) => {
  await login("support", "agent.kim")
  const customerSite = await actFor(page, "maria.santos")
  await expect(customerSite.getByRole("link", { name: "Profile" })).toHaveCount(0)

  const customer = await anotherPage()
  await login("harbor", "maria.santos", customer)
  await customer.goto(`${site("harbor")}/my-profile`)
  const record = customer.getByRole("region", { name: "Who looked at my account" })
  const entry = record
    .getByRole("listitem")
    .filter({ hasText: "Opened your account to act for you" })
  await entry.getByRole("button", { name: "I do not recognise this" }).click()
  await customer.getByRole("dialog").getByRole("button", { name: "Tell us" }).click()
  await expect(customer.getByText("We have been told and will look into it")).toBeVisible()
  await axeCheck(customer)
})
