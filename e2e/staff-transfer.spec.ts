import { axeCheck, expect, test } from "./fixtures.ts"
import { kept } from "./sign-in-steps.ts"
import { actFor, bannerOf, find } from "./staff.ts"
import { accountCallsOf } from "./transfer-ways.ts"

test("TRANSFER-07 opening a second customer asks first, and the first customer's tab stops making calls", async ({
  page,
  site,
  login,
}) => {
  await login("support", "agent.kim")
  const marias = await actFor(page, "maria.santos")
  await marias.getByRole("heading", { name: "Payments Due" }).waitFor()
  await find(page, "Username", "siobhan.obrien")
  const opened = page.waitForEvent("popup")
  await page.getByRole("button", { name: "Impersonate" }).click()
  const second = await opened
  const asks = second.getByRole("heading", { name: "You are acting for Maria Santos" })
  await expect(asks).toBeVisible()
  await expect(second.getByText("You are acting for Maria Santos, account HM2041187")).toBeVisible()
  await expect(second.getByText("the tab for Maria Santos will stop")).toBeVisible()
  await axeCheck(second)
  await expect(bannerOf(marias), "nothing has changed").toContainText("Maria Santos")

  await second.getByRole("button", { name: "Continue with Siobhán O'Brien-Nuñez" }).click()
  await expect(second).toHaveURL(`${site("harbor")}/dashboard`)
  await expect(bannerOf(second)).toContainText("Acting for Siobhán O'Brien-Nuñez (HM")
  const stopped = marias.getByRole("heading", { name: "This tab has stopped" })
  await expect(stopped).toBeVisible()
  const calls = accountCallsOf(marias)
  await expect(
    marias.getByText("You are now acting for Siobhán O'Brien-Nuñez in another tab."),
  ).toBeVisible()
  await expect(marias.getByText("This tab was for Maria Santos.")).toBeVisible()
  await expect(bannerOf(marias)).toHaveCount(0)
  await marias.reload()
  await expect(stopped).toBeVisible()
  await expect(marias.getByRole("heading", { name: /^Welcome/ })).toHaveCount(0)
  expect(calls, "the stopped tab makes no calls").toEqual([])

  await marias.goto(`${site("harbor")}/payment-center/products`)
  await expect(stopped).toBeVisible()
  const closed = second.waitForEvent("close")
  await bannerOf(second).getByRole("button", { name: "Stop" }).click()
  await closed
})

test("TRANSFER-07 choosing to stay with the first customer changes nothing @prove", async ({
  page,
  site,
  login,
}) => {
  await login("support", "agent.kim")
  const marias = await actFor(page, "maria.santos")
  const before = await kept(marias, "user")
  await find(page, "Username", "james.okafor")
  const opened = page.waitForEvent("popup")
  await page.getByRole("button", { name: "Impersonate" }).click()
  const second = await opened
  await second.getByRole("button", { name: "Keep acting for Maria Santos" }).click()
  await expect(
    second.getByRole("heading", { name: "The account of James Okafor was not opened" }),
  ).toBeVisible()
  await axeCheck(second)
  expect(await kept(marias, "user")).toEqual(before)
  await marias.goto(`${site("harbor")}/products-main`)
  await expect(marias.getByRole("heading", { level: 1, name: "Products" })).toBeVisible()
  await expect(bannerOf(marias)).toContainText("Maria Santos")
})

test("TRANSFER-09 the banner names staff and customer, stops acting, returns to the search, and links to the contact data @phone @prove", async ({
  page,
  context,
  site,
  login,
}) => {
  await login("support", "agent.kim")
  const customerSite = await actFor(page, "maria.santos")
  const banner = bannerOf(customerSite)
  await expect(banner).toHaveText(
    "agent.kim · Acting for Maria Santos (HM2041187) · Stop" + "Contact data",
  )
  for (const name of ["Stop", "Contact data"]) {
    const target = banner.getByRole(name === "Stop" ? "button" : "link", { name })
    const box = await target.boundingBox()
    expect(box?.height, `height of ${name}`).toBeGreaterThanOrEqual(44)
    expect(box?.width, `width of ${name}`).toBeGreaterThanOrEqual(44)
  }
  expect((await banner.boundingBox())?.height, "it leaves room to read").toBeLessThan(110)
  await customerSite.getByRole("heading", { name: "Payments Due" }).waitFor()
  await customerSite.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(banner).toBeInViewport({ ratio: 1 })

  const profile = customerSite.waitForResponse("**/myaccount-core/profile")
  await banner.getByRole("link", { name: "Contact data" }).click()
  await expect(customerSite).toHaveURL(`${site("harbor")}/my-profile`)
  await expect(customerSite.getByRole("button", { name: /^Make Changes/ })).toBeEnabled()
  await expect(customerSite.getByText("Date of Birth")).toHaveCount(0)
  await expect(customerSite.getByText("Hidden from staff")).toBeVisible()
  const reply = await (await profile).json()
  expect(reply.profile.policyHolder.dateOfBirth, "it does not even leave the server").toBe("")
  expect(reply.profile.securityQuestion).toBe("")
  await axeCheck(customerSite)

  // A browser closes only a tab that a page opened.
  const ownTab = await context.newPage()
  await ownTab.goto(`${site("harbor")}/dashboard`)
  await bannerOf(ownTab).getByRole("button", { name: "Stop" }).click()
  await expect(ownTab).toHaveURL(`${site("harbor")}/`)
  await expect(ownTab.getByText("You have stopped acting for this customer.")).toBeVisible()
  expect(await kept(ownTab, "user")).toBeNull()

  const again = page.waitForEvent("popup")
  await page.getByRole("button", { name: "Impersonate" }).click()
  const closed = (await again).waitForEvent("close")
  await bannerOf(await again)
    .getByRole("button", { name: "Stop" })
    .click()
  await closed
  const found = page.getByRole("region", { name: "1 result" })
  await expect(found, "the search still shows the customer").toContainText("HM2041187")

  const james = await actFor(page, "james.okafor")
  await expect(bannerOf(james)).toContainText("James Okafor")
  await expect(ownTab.getByText("James Okafor in another tab")).toBeVisible()
})
