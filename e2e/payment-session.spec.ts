import { messages } from "#contracts/messages.ts"
import { pleaseDoNotPayAgain } from "#web/payments/pay-now/texts.ts"
import { axeCheck, expect, test } from "./fixtures.ts"
import { waitForIdlePage } from "./idle-page.ts"

/** The browser's console prints the lost reply and the end of the session. */
test.use({ expectedFaults: [/status of 401|net::ERR_FAILED|net::ERR_CONNECTION/] })

test("PAYNOW-07 the login states that nothing was charged if the person had not agreed", async ({
  page,
  site,
  login,
}) => {
  await login("harbor", "siobhan.obrien")
  await page.getByRole("button", { name: "Pay Now" }).first().click()
  await page.getByRole("button", { name: "Submit Payment" }).click()
  const agree = page.getByRole("button", { name: "I Agree" })
  // Once the text is loaded, no other call of the page can reveal that the session has ended.
  await expect(agree).toBeEnabled()
  await waitForIdlePage(page)
  await page.evaluate(logOutElsewhere)
  await agree.click()
  await expect(page).toHaveURL(`${site("harbor")}/`)
  await expect(page.getByText("You were not charged.")).toBeVisible()
  await expect(page.getByText("A payment was being made")).toHaveCount(0)
})

test("PAYNOW-07 if the session ends during a payment, the login mentions the payment, and the history shows its result @prove", async ({
  page,
  site,
  login,
}) => {
  await login("harbor", "siobhan.obrien")
  await page.getByRole("button", { name: "Pay Now" }).first().click()
  await expect(page.getByRole("button", { name: "Submit Payment" })).toBeEnabled()
  await page.evaluate(loseTheAnswerOf, "/myaccount-core/payNow")
  const held = Promise.withResolvers<void>()
  await page.route("**/myaccount-core/payNow", async (route) => {
    if (route.request().method() === "GET") await held.promise
    await route.continue()
  })
  await page.getByRole("button", { name: "Submit Payment" }).click()
  await page.getByRole("button", { name: "I Agree" }).click()
  await expect(page.getByText(pleaseDoNotPayAgain)).toBeVisible()
  await page.evaluate(logOutElsewhere)
  held.resolve()

  await expect(page).toHaveURL(`${site("harbor")}/`)
  const told = page.getByText("A payment was being made when your session ended")
  await expect(told).toContainText("Please do not pay again")
  await expect(page.getByText(messages["session.required"].content)).toBeVisible()
  await axeCheck(page)
  const stored = () => page.evaluate(() => JSON.stringify(localStorage))
  expect(await stored()).not.toMatch(/siobhan|34\.60|4003344819/i)
  await page.unroute("**/myaccount-core/payNow")

  const again = await page.context().newPage()
  await login("harbor", "siobhan.obrien", again)
  await again.getByRole("link", { name: "payment history", exact: true }).click()
  await expect(again.getByText("$34.60").first()).toBeVisible()
  expect(await stored()).not.toContain("unseenPayment")
})

/** Runs in the page: ends the session on the server, like a logout in another browser. */
async function logOutElsewhere(): Promise<void> {
  const user = JSON.parse(localStorage.getItem("user") ?? "{}")
  const headers = {
    authorization: `Bearer ${user.access_token}`,
    "content-type": "application/json",
  }
  await fetch("/appauth/logout", { method: "POST", headers, body: "{}" })
}

/** Runs in the page: the next POST to this address reaches the server, but its reply is lost. */
function loseTheAnswerOf(path: string): void {
  const send = window.fetch
  window.fetch = async (input, init) => {
    const answer = await send(input, init)
    if (input !== path || init?.method !== "POST") return answer
    window.fetch = send
    throw new TypeError("The answer was lost.")
  }
}
