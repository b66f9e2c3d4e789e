import { connectivityText } from "#contracts/connectivity.ts"
import { axeCheck, expect, test } from "./fixtures.ts"

test("UNSUB-01 SHELL-09 the emailed link unsubscribes on load, even when repeated, with a way to undo it", async ({
  page,
  site,
  app,
}) => {
  const token = await app.ask("unsubscribeToken", "maria.santos")
  await page.goto(`${site("harbor")}/unsubscribe/${token}`)
  await expect(page).toHaveTitle("Harbor Mutual Unsubscribe Emails")
  await expect(page.getByText("You are unsubscribed from transaction emails.")).toBeVisible()
  await expect(page.getByRole("navigation")).toHaveCount(0)
  await axeCheck(page)
  await page.reload()
  await expect(page.getByText("You are unsubscribed from transaction emails.")).toBeVisible()
  await page.getByRole("button", { name: "Resubscribe" }).click()
  await expect(page.getByText("You are subscribed to transaction emails again.")).toBeVisible()
  await page.getByRole("button", { name: "Unsubscribe" }).click()
  await expect(page.getByText("You are unsubscribed from transaction emails.")).toBeVisible()
})

test("UNSUB-01 a bad link shows the number to call, and a lost connection can be retried @prove", async ({
  page,
  site,
  app,
}) => {
  for (const token of ["made.up".repeat(20), "made-up"]) {
    await page.goto(`${site("harbor")}/unsubscribe/${token}`)
    await expect(page.getByText("This unsubscribe link is not complete")).toBeVisible()
  }
  await expect(page.getByRole("link", { name: /^Call \(800\)/ })).toBeVisible()
  await axeCheck(page)

  const token = await app.ask("unsubscribeToken", "james.okafor")
  await page.route("**/emails/unsubscribe", (route) =>
    route.fulfill({ status: 429, contentType: "text/html", body: "" }),
  )
  await page.goto(`${site("harbor")}/unsubscribe/${token}`)
  await expect(page.getByText(connectivityText)).toBeVisible()
  await page.unroute("**/emails/unsubscribe")
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(page.getByText("You are unsubscribed")).toBeVisible()
})
