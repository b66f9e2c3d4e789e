import { axeCheck, expect, test } from "./fixtures.ts"

test("a person without payments sees a text with a link to the amounts due @prove", async ({
  page,
  site,
  login,
}) => {
  await login("harbor", "james.okafor")
  await page.goto(`${site("harbor")}/payment-center/payment-history`)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payment Center")
  await expect(page.getByRole("heading", { level: 2 })).toHaveText("Payment History")
  await expect(page.getByText("You have not made a payment here yet.")).toBeVisible()
  await axeCheck(page)
})

test("PAYNOW-08 the history lists payments with their status and a receipt, and the receipt's email links to it", async ({
  app,
  page,
  site,
  login,
  readEmail,
}) => {
  // The first run announces the charge ten days ahead.
  await app.ask("billingRun", undefined)
  await app.ask("advance", { days: 10 })
  await app.ask("billingRun", undefined)
  await login("harbor", "maria.santos")
  const { text } = await readEmail("maria.santos", "Receipt")
  const [hash = ""] = /(?<=\/payment-center\/payment-history)#\w+/.exec(text) ?? []
  await page.goto(`${site("harbor")}/payment-center/payment-history${hash}`)
  await expect(page.locator(`[id="${hash.slice(1)}"]`)).toBeFocused()
  const tabs = page.getByRole("navigation", { name: "Payment Center" })
  await expect(tabs.getByRole("link", { name: "Payment History" })).toHaveAttribute(
    "aria-current",
    "page",
  )
  const payment = page.getByRole("article", { name: "Whole Life Insurance" })
  await expect(payment).toContainText("Thu, Mar 12, Auto Pay, VISA ending in 4242")
  await expect(payment).toContainText("Paid")
  await payment.getByText("What happened").click()
  await expect(payment.getByRole("listitem")).toHaveText([
    "SubmittedThu, Mar 12",
    "PaidThu, Mar 12",
  ])
  await axeCheck(page)
  const downloading = page.waitForEvent("download")
  await payment.getByRole("button", { name: "Receipt (PDF) of the payment of Thu, Mar 12" }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^Payment receipt \w{8} 2026-03-12\.pdf$/)
  const saved = payment.getByText("Saved.")
  await expect(saved).toBeVisible()
  const [card, line] = [await payment.boundingBox(), await saved.boundingBox()]
  if (!card || !line) throw new Error("not shown")
  expect(line.x).toBeGreaterThanOrEqual(card.x)
  expect(line.x + line.width).toBeLessThanOrEqual(card.x + card.width)
})
