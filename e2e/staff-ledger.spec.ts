import { readFile } from "node:fs/promises"
import { offline } from "#web/app/texts.ts"
import { axeCheck, expect, test } from "./fixtures.ts"
import { goOffline } from "./idle-page.ts"

test.describe("on a failing connection", () => {
  // The browser and React print errors.
  test.use({ expectedFaults: [/^printed: /] })

  test("LINES-03 the ledger appears when the connection is back, even if staff left it meanwhile @prove", async ({
    page,
    context,
    login,
    app,
  }) => {
    await app.ask("giveRoles", { userid: "agent.kim", roles: ["look", "money"] })
    await login("support", "agent.kim")
    const ledger = page.getByRole("button", { name: "Ledger", exact: true })
    await expect(ledger).toBeVisible()
    await goOffline(page)
    await ledger.click()
    await expect(page.getByText(offline)).toBeVisible()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Search Clients")
    await page.getByRole("button", { name: "Customers and approvals" }).click()
    await expect(page.getByLabel("Search by")).toBeVisible()
    await context.setOffline(false)
    await ledger.click()
    await expect(page.getByLabel("Client", { exact: true })).toBeVisible()
  })
})

test("LEDGER-06 staff with the role money read the ledger of a client and download it", async ({
  page,
  login,
  app,
  advance,
}) => {
  await app.ask("pay", { username: "james.okafor", client: "harbor", policyNumber: "4003120956" })
  await advance({ minutes: 5 * 24 * 60 })
  await app.ask("sweep", undefined)
  await app.ask("giveRoles", { userid: "agent.kim", roles: ["look", "money"] })
  await login("support", "agent.kim")
  await page.getByRole("button", { name: "Ledger", exact: true }).click()
  await expect(page.getByLabel("Search by")).toBeHidden()
  await page.getByLabel("Client", { exact: true }).selectOption({ label: "Harbor Mutual" })
  await page.getByLabel("From").fill("2026-04-01")
  await page.getByLabel("To", { exact: true }).fill("2026-03-31")
  await page.getByRole("button", { name: "Show Ledger" }).click()
  await expect(page.getByText("Please choose a last day that is not before")).toBeVisible()
  await page.getByLabel("From").fill("2026-03-01")
  await page.getByLabel("To", { exact: true }).fill("2026-03-31")
  await page.getByRole("button", { name: "Show Ledger" }).click()
  await expect(page.getByRole("heading", { name: "By day" })).toBeVisible()
  await expect(page.getByText("$129.60").first()).toBeVisible()
  await expect(page.getByText("$4.06").first()).toBeVisible()
  await expect(page.getByText("None. The payment gateway")).toBeVisible()
  await expect(page.getByText("Paid", { exact: true })).toBeVisible()
  await page.getByLabel("To", { exact: true }).fill("2026-02-28")
  await page.getByRole("button", { name: "Show Ledger" }).click()
  await expect(page.getByText("Please choose a last day that is not before")).toBeVisible()
  await expect(page.getByRole("heading", { name: "By day" })).toHaveCount(0)
  await page.getByLabel("To", { exact: true }).fill("2026-03-31")
  await page.getByRole("button", { name: "Show Ledger" }).click()
  await expect(page.getByRole("heading", { name: "By day" })).toBeVisible()
  const downloading = page.waitForEvent("download")
  await page.getByRole("button", { name: "Download CSV" }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe("ledger-harbor-2026-03-01-2026-03-31.csv")
  const csv = await readFile(await download.path(), "utf8")
  expect(csv).toContain(",payment,card,")
  expect(csv).toContain(",129.60,")
  const scroll = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
  expect(scroll, "the page does not scroll sideways").toBe(true)
  await axeCheck(page)
  if (process.env.LEDGER_SHOTS) {
    for (const width of [390, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await page.screenshot({ path: `${process.env.LEDGER_SHOTS}/${width}.png`, fullPage: true })
    }
  }

  await app.ask("giveRoles", { userid: "agent.kim", roles: ["look"] })
  await page.reload()
  await expect(page.getByLabel("Search by")).toBeVisible()
  await expect(page.getByRole("button", { name: "Ledger", exact: true })).toHaveCount(0)
})
