import type { Locator, Page } from "@playwright/test"
import { messages } from "#contracts/messages.ts"
import { requiredText } from "#contracts/required-field.ts"
import { axeCheck, expect, test } from "./fixtures.ts"
import { failure } from "./sign-in-steps.ts"
import { find } from "./staff.ts"

const clients = "**/myaccount-core/agent/clients*"
const james = [
  ["Account Number", "HM2073350"],
  ["Policy Number", "4003120956"],
  ["Username", "james.okafor"],
  ["Full Name", "James Okafor"],
  ["Email", "james.okafor@example.com"],
  ["Client", "Harbor Mutual"],
] as const
const actions = ["Impersonate", "Reset Password", "Change Email", "Delete Account"]

function results(page: Page) {
  return page.getByRole("region", { name: /results?$/ })
}

test("AGENT-01 a blank search is not sent, and a running search shows its progress @phone @prove", async ({
  page,
  login,
}) => {
  await login("support", "agent.kim")
  await expect(page.getByRole("heading", { name: "Search Clients" })).toBeVisible()
  await expect(results(page)).toHaveCount(0)
  await expect(page.getByLabel("Search by").getByRole("option")).toHaveText([
    "Policy number",
    "Account number",
    "Username",
    "Payment confirmation number",
  ])
  const search = page.getByRole("button", { name: "Search", exact: true })
  const value = page.getByRole("textbox", { name: "Policy number" })
  await expect(search).toBeDisabled()
  await expect(value).not.toHaveAttribute("aria-invalid")
  await value.fill("  ")
  await expect(search).toBeDisabled()
  await value.press("Enter")
  await expect(value).toHaveAttribute("aria-invalid", "true")
  await expect(value).toHaveAccessibleDescription(requiredText)
  await axeCheck(page)

  const held = Promise.withResolvers<void>()
  await page.route(clients, async (route) => {
    await held.promise
    await route.continue()
  })
  await value.fill("4001930427")
  await expect(value).not.toHaveAttribute("aria-invalid")
  await value.press("Enter")
  const searching = page.getByRole("button", { name: "Searching…" })
  const spinner = searching.locator("[aria-hidden=true]")
  await expect(spinner).toBeVisible()
  const turns = await spinner.evaluate((one) => one.getAnimations().length)
  expect(turns, "it turns").toBe(1)
  await axeCheck(page)
  held.resolve()
  await expect(results(page)).toContainText("maria.santos")
  await expect(search).toBeEnabled()
})

test("AGENT-01 AGENT-02 each of the four searches finds a person, with their payment", async ({
  page,
  app,
  login,
  isMobile,
}) => {
  const due = { username: "james.okafor", client: "harbor", policyNumber: "4003120956" }
  const confirmationNumber = await app.ask("pay", due)
  await login("support", "agent.kim")
  const own = { userId: "agent.kim" }
  for (const [by, searchType, value, sent] of [
    ["Policy number", "policyNumber", "4003120956", own],
    ["Account number", "accountNumber", "HM2073350", {}],
    ["Username", "username", "James.Okafor", {}],
    ["Payment confirmation number", "paymentConfirmationNumber", confirmationNumber, own],
  ] as const) {
    const asked = page.waitForRequest(clients)
    await find(page, by, ` ${value} `)
    const query = Object.fromEntries(new URL((await asked).url()).searchParams)
    expect(query, by).toEqual({ searchType, value, ...sent })
    await expect(results(page).getByText("james.okafor@example.com")).toBeVisible()
  }

  const found = results(page)
  await expect(found.getByRole("heading", { level: 2 })).toHaveText("1 result")
  const comments = [
    ["Payment Confirmation Number", confirmationNumber],
    ["Payment Date", "Mon, Mar 2"],
    ["Billing Day", "18"],
    ["Payment Amount", "$129.60"],
    ["Paid Policy Number", "4003120956"],
    ["Credit Card", "VISA ending in 4242"],
  ] as const
  await expect(found).toContainText(
    "Nothing is past due. Auto Pay has no charge planned. The last payment was $129.60 on Mon, Mar 2",
  )
  for (const name of actions) {
    await expect(found.getByRole("button", { name: `${name} for James Okafor` })).toBeVisible()
  }
  await expectApart(found, isMobile)
  if (isMobile) await expectCard(found, comments)
  else await expectTable(found, comments)
  await axeCheck(page)
  if (isMobile) return

  await page.setViewportSize({ width: 768, height: 1024 })
  await expectTable(found, comments)
  await axeCheck(page)
  await page.setViewportSize({ width: 767, height: 1024 })
  await expectCard(found, comments)
})

test("AGENT-01 the page states that no one was found, that no one is registered, or that the search failed @prove", async ({
  page,
  login,
}) => {
  await login("support", "agent.kim")
  await find(page, "Policy number", "4000000017")
  await expect(results(page)).toContainText("Not registered yet")
  await expect(results(page).getByRole("button")).toHaveText([/^Payments/])
  await axeCheck(page)

  await find(page, "Policy number", "4000000033")
  await expect(results(page)).toContainText("Must register again")
  await expect(results(page).getByRole("button")).toHaveText([
    /^Change Email/,
    /^Payments/,
    /^Delete Account/,
  ])

  await page.route(
    clients,
    (route) => route.fulfill({ status: 429, json: failure("Please wait a minute.") }),
    { times: 1 },
  )
  await find(page, "Username", "anastasia.papakonstantinou")
  await expect(page.getByRole("alert").filter({ hasText: "Please wait a minute." })).toBeVisible()
  await expect(page.getByRole("textbox", { name: "Username" })).toHaveValue(
    "anastasia.papakonstantinou",
  )
  await page.getByRole("button", { name: "Search", exact: true }).click()
  await expect(page.getByText("Please wait a minute.")).toBeHidden()
  await expect(results(page)).toContainText("Papakonstantinou-Theodoropoulou")
  const room = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(await room(), "a long name takes more lines, not more width").toBeLessThanOrEqual(0)

  await find(page, "Username", "nobody.here")
  await expect(page.getByText("No customer was found.")).toBeVisible()
  await expect(results(page)).toHaveCount(0)
  await expect(page.getByRole("textbox", { name: "Username" })).toHaveValue("nobody.here")
  await axeCheck(page)
})

test("AGENT-01 staff find only people of their own clients @phone @prove", async ({
  page,
  login,
}) => {
  await login("support", "agent.moreau")
  await find(page, "Username", "lena.fischer")
  await expect(page.getByText(messages["agent.nobody"].content)).toBeVisible()
  await find(page, "Username", "maria.santos")
  await expect(results(page)).toContainText("Harbor Mutual")
})

/** The button that deletes is the last one, farther from its neighbor than the others. */
async function expectApart(found: Locator, isMobile: boolean) {
  const boxOf = async (name: string) => {
    const box = await found.getByRole("button", { name: `${name} for James Okafor` }).boundingBox()
    if (!box) throw new Error(`${name} is not visible.`)
    return isMobile
      ? { from: box.y, to: box.y + box.height }
      : { from: box.x, to: box.x + box.width }
  }
  const [email, payments, deletes] = await Promise.all(
    ["Change Email", "Payments", "Delete Account"].map(boxOf),
  )
  if (!email || !payments || !deletes) throw new Error("A button is missing.")
  const usual = payments.from - email.to
  expect(deletes.from - payments.to).toBeGreaterThan(2 * usual)
}

type Labelled = readonly (readonly [label: string, value: string | RegExp])[]

async function expectTable(found: Locator, comments: Labelled) {
  const labels = james.map(([label]) => label)
  const values = james.map(([, value]) => value)
  await expect(found.getByRole("columnheader")).toHaveText([...labels, "Comments"])
  const cells = found.getByRole("row").nth(1).getByRole("cell")
  await expect(cells).toHaveText([...values, /./])
  const lines = comments.map(([label, value]) =>
    typeof value === "string" ? `${label}: ${value}` : new RegExp(`^${label}: ${value.source}$`),
  )
  await expect(cells.last().getByRole("listitem")).toHaveText(lines)
}

async function expectCard(found: Locator, comments: Labelled) {
  await expect(found.getByRole("table")).toHaveCount(0)
  await expect(found.getByRole("heading", { level: 3 })).toHaveText("James Okafor")
  const shown = [...james.filter(([label]) => label !== "Full Name"), ...comments]
  await expect(found.getByRole("term")).toHaveText(shown.map(([label]) => label))
  await expect(found.getByRole("definition")).toHaveText(shown.map(([, value]) => value))
}
