import { axeCheck, expect, test } from "./fixtures.ts"
import { expectFocusKept } from "./focus.ts"

test("PAYNOW-06 a person pays only the past due amount, and the authorization states each due date @phone @prove", async ({
  page,
  app,
  login,
}) => {
  const submit = page.getByRole("button", { name: "Submit Payment" })
  const authorization = page.getByRole("dialog", { name: "Payment Authorization" })
  await login("harbor", "maria.santos")
  await page.getByRole("button", { name: "Pay Now" }).first().click()
  await page.getByLabel("Payment method").selectOption("PM-20418")
  const pastDue = page.getByRole("radio", { name: "Past due: $31.20" })
  await expect(pastDue).toBeChecked()
  await page.getByRole("radio", { name: "Full amount due: $55.90" }).check()
  await submit.click()
  const both = "due on Feb 12, 2026 ($31.20) and Mar 12, 2026 ($24.70)"
  await expect(authorization).toContainText(both)
  await page.getByRole("button", { name: "I Do Not Agree" }).click()
  await pastDue.check()
  await axeCheck(page)
  await page.reload()
  await expect(page.getByLabel("Payment method")).toHaveValue("PM-20418")
  await submit.click()
  await expect(authorization).toContainText("due on Feb 12, 2026.")
  const summary = authorization.getByText("You pay $31.20 with VISA ending in 4242 today.")
  await expect(summary).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole("button", { name: "I Agree" })).toBeInViewport({ ratio: 1 })
  await page.getByRole("button", { name: "I Agree" }).click()
  await expect(page.getByRole("dialog", { name: "Payment Successful" })).toContainText(
    "You paid $31.20",
  )
  expect(await app.ask("charged", undefined)).toEqual([3120])
})

test("PAYNOW-17 the end of a payment opens the payment of the next product, and Back leads to the first screen @phone @prove", async ({
  page,
  app,
  login,
}) => {
  const before = await app.ask("charged", undefined)
  await login("harbor", "dorothy.lindqvist")
  await page.getByRole("button", { name: "Pay Now" }).first().click()
  const main = page.getByRole("main")
  const product = main.getByRole("heading", { level: 2 }).first()
  const first = await product.textContent()
  await page.getByRole("button", { name: "Submit Payment" }).click()
  await page.getByRole("button", { name: "I Agree" }).click()
  const paid = page.getByRole("dialog", { name: "Payment Successful" })
  const next = paid.getByRole("button", { name: /^Pay the next one: / })
  await expect(next).toBeVisible()
  await axeCheck(page)
  const amount = (await next.textContent())?.replace("Pay the next one: ", "") ?? ""
  await next.click()
  await expect(paid).toBeHidden()
  await expect(product).not.toHaveText(first ?? "")
  await expect(
    main.getByRole("radio", { name: amount }).or(main.getByText(amount)).first(),
  ).toBeVisible()
  await expectFocusKept(page)
  await page.reload()
  await expect(product).not.toHaveText(first ?? "")
  await page.getByRole("button", { name: "Submit Payment" }).click()
  await page.getByRole("button", { name: "I Agree" }).click()
  await expect(paid).toContainText(amount)
  expect((await app.ask("charged", undefined)).length).toBe(before.length + 2)
  await paid.getByRole("button", { name: "Done" }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})
