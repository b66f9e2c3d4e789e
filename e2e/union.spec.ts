import { logInToMyAccount } from "#web/identity/sign-in/texts.ts"
import { axeCheck, expect, test } from "./fixtures.ts"
import {
  askForCode,
  codeField,
  expectNothingPersonal,
  kept,
  typeCredentials,
} from "./sign-in-steps.ts"

test("LOGIN-09 SESSION-07 PAINT-10 a member chooses their union, the browser preconnects to its host, and the member is signed in there", async ({
  page,
  site,
  readCode,
}) => {
  await page.goto(site("trades"))
  const union = page.getByLabel("Union")
  await expect(union.locator("option").first()).toHaveText("Select your union")
  await axeCheck(page)
  await typeCredentials(page, "tom.reilly")
  await expect(page.getByRole("button", { name: "Log In" })).toBeDisabled()
  await expect(page.getByText("To log in, choose your union.")).toBeVisible()
  const connections = page.locator("link[rel=preconnect]")
  await expect(connections).toHaveCount(0)
  await union.selectOption({ label: "Electricians Local 26" })
  await expect(connections).toHaveAttribute("href", site("electricians"))
  await askForCode(page, "tom.reilly")

  const addresses: string[] = []
  page.on("framenavigated", (frame) => addresses.push(new URL(frame.url()).pathname))
  const sessionTransfer = page.waitForRequest("**/appauth/handoff")
  await codeField(page).fill(await readCode("tom.reilly"))
  await page.keyboard.press("Enter")
  expect((await sessionTransfer).postDataJSON(), "the server chooses the host").toEqual({})

  const electricians = site("electricians")
  await expect(page).toHaveURL(`${electricians}/dashboard`)
  await expect(page.getByRole("heading", { name: "Welcome, Tom Reilly" })).toBeVisible()
  expect(addresses).toContainEqual(expect.stringMatching(/^\/logging-in\/[\w-]{43}$/))
  expect(await kept(page, "user")).toMatchObject({ userid: "tom.reilly_electricians" })
  await page.reload()
  await expect(page.getByRole("heading", { name: "Welcome, Tom Reilly" })).toBeVisible()
  await page.goBack()
  expect(page.url(), "the session transfer is not in the history").not.toContain("logging-in")
})

test("SESSION-07 a session transfer works once @once @prove", async ({
  page,
  browser,
  site,
  readCode,
}) => {
  await page.goto(site("trades"))
  await page.getByLabel("Union").selectOption("electricians")
  await askForCode(page, "tom.reilly")
  const redeemed = page.waitForRequest("**/appauth/handoff/redeem")
  await codeField(page).fill(await readCode("tom.reilly"))
  await page.keyboard.press("Enter")
  const { token } = (await redeemed).postDataJSON()
  await expect(page).toHaveURL(`${site("electricians")}/dashboard`)

  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await other.goto(`${site("electricians")}/logging-in/${token}`)
  await expect(other.getByText("has been used or has expired")).toBeVisible()
  await axeCheck(other)
  await other.getByRole("link", { name: "Go to login" }).click()
  await expect(other).toHaveURL(`${site("trades")}/?union=electricians`)
  await expect(other.getByRole("heading", { name: logInToMyAccount })).toBeVisible()
  await elsewhere.close()
})

test("LOGIN-09 a failed session transfer can be repeated @once @prove", async ({
  page,
  site,
  readCode,
}) => {
  await page.route(
    "**/appauth/handoff",
    (route) => route.fulfill({ status: 429, body: "too many" }),
    { times: 1 },
  )
  await page.goto(site("trades"))
  await page.getByLabel("Union").selectOption("electricians")
  await askForCode(page, "yolanda.jefferson")
  await codeField(page).fill(await readCode("yolanda.jefferson"))
  await page.keyboard.press("Enter")
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(page).toHaveURL(`${site("electricians")}/dashboard`)
})

test("LOGIN-02 LOGIN-09 the union is remembered with the username @phone @prove", async ({
  page,
  site,
}) => {
  await page.goto(site("trades"))
  const union = page.getByLabel("Union")
  await union.selectOption("electricians")
  await page.getByLabel("Remember my username").check()
  await askForCode(page, "tom.reilly")
  await page.goto(site("trades"))
  await expect(page.getByLabel("Username", { exact: true })).toHaveValue("tom.reilly")
  await expect(union).toHaveValue("electricians")
  await page.goto(`${site("trades")}/?union=steelworkers`)
  await expect(union, "the union that the person came from").toHaveValue("steelworkers")

  await page.goto(site("trades"))
  await page.evaluate(() => localStorage.setItem("rememberedUnion", "harbor"))
  await page.reload()
  await expect(page.getByLabel("Username", { exact: true })).toHaveValue("tom.reilly")
  await expect(union, "a union that left the group").toHaveValue("")
  await union.selectOption("electricians")
  await page.getByLabel("Remember my username").uncheck()
  await askForCode(page, "tom.reilly")
  expect(await kept(page, "rememberedUnion")).toBeNull()
})

test("SESSION-05 SESSION-06 RECOVER-10 a person at a union's host logs in at its group's host @phone @prove", async ({
  page,
  site,
  login,
}) => {
  await page.goto(site("trades"))
  await page.evaluate(() => localStorage.setItem("selectedUnionHostName", "steelworkers.localhost"))
  const addresses: string[] = []
  page.on("framenavigated", (frame) => addresses.push(frame.url()))
  await page.goto(`${site("steelworkers")}/account-details`)
  await expect(page).toHaveURL(`${site("trades")}/account-details?union=steelworkers`)
  const union = page.getByLabel("Union")
  await expect(union).toHaveValue("steelworkers")
  await page.getByRole("link", { name: "Back to login" }).click()
  await expect(page.getByLabel("Password", { exact: true })).toBeVisible()
  await expect(union).toHaveValue("steelworkers")
  const sentTo = `${site("trades")}/account-details?clearSession=true&union=steelworkers`
  expect(addresses).toContain(sentTo)
  expect(await kept(page, "selectedUnionHostName")).toBeNull()

  await page.goto(`${site("steelworkers")}/dashboard`)
  await expect(page).toHaveURL(`${site("trades")}/?union=steelworkers`)
  await page.reload()
  await expect(union, "a reload keeps the union").toHaveValue("steelworkers")

  await login("steelworkers", "denise.kowalczyk")
  await page.goto(site("steelworkers"))
  await expect(page).toHaveURL(`${site("steelworkers")}/dashboard`)
})

test("SESSION-05 SESSION-12 clearSession ends the session and keeps the rest of the address @once @prove", async ({
  page,
  site,
  login,
}) => {
  await login("harbor", "maria.santos")
  await expect(page.getByRole("heading", { name: "Welcome, Maria Santos" })).toBeVisible()
  await page.goto(`${site("harbor")}/forgot-username?clearSession=true&from=mail`)
  await expect(page).toHaveURL(`${site("harbor")}/forgot-username?from=mail`)
  expect(await kept(page, "user")).toBeNull()
  await expectNothingPersonal(page, /Santos/)
})
