import { expect, test } from "./fixtures.ts"
import {
  chooseCredentials,
  completeButton,
  giveName,
  heading,
  identify,
  type Newcomer,
  verify,
} from "./registration-steps.ts"
import { find } from "./staff.ts"

const james: Newcomer = {
  planNumber: "4003120956",
  firstName: "James",
  lastName: "Okafor",
  email: "james.okafor@example.com",
}

test("AGENT-06 REGISTER-05 a person registers again after a deletion and finds their payments @prove", async ({
  page,
  site,
  app,
  login,
  readCode,
  anotherPage,
}) => {
  const policyNumber = james.planNumber
  const paid = await app.ask("pay", { username: "james.okafor", client: "harbor", policyNumber })
  const customer = await anotherPage()
  await login("harbor", "james.okafor", customer)
  await expect(customer.getByRole("heading", { name: "Welcome, James Okafor" })).toBeVisible()

  await login("support", "agent.kim")
  await find(page, "Username", "james.okafor")
  await page.getByRole("button", { name: "Delete Account" }).click()
  const dialog = page.getByRole("dialog", { name: "Are you sure?" })
  await dialog.getByRole("button", { name: "Delete", exact: true }).click()
  await expect(page.getByText("registration of james.okafor was deleted")).toBeVisible()
  await customer.goto(`${site("harbor")}/products-main`)
  await expect(customer, "logged out at once").toHaveURL(`${site("harbor")}/`)

  await customer.getByRole("link", { name: "Register" }).click()
  await identify(customer, james)
  await giveName(customer, james)
  await expect(heading(customer, "Account Verification")).toBeVisible()
  await verify(customer, await readCode(james.email))
  await chooseCredentials(customer, "james.again", "Lantern-2027")
  await completeButton(customer).click()
  await expect(customer.getByRole("heading", { name: "Welcome, James Okafor" })).toBeVisible()
  await customer.goto(`${site("harbor")}/payment-center/payment-history`)
  await expect(customer.getByRole("article")).toContainText(paid)
})
