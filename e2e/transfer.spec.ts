import type { Page } from "@playwright/test"
import { logInToMyAccount } from "#web/identity/sign-in/texts.ts"
import { axeCheck, expect, test } from "./fixtures.ts"
import { applicationWorks } from "./page-loads.ts"
import { kept } from "./sign-in-steps.ts"
import { accountCallsOf, waysOf } from "./transfer-ways.ts"

const question = (page: Page) =>
  page.getByRole("heading", { name: "is already logged in with this browser" })

test("TRANSFER-01 TRANSFER-03 a planted link names both people, and declining keeps the first person signed in", async ({
  page,
  site,
  app,
  login,
  port,
}) => {
  const ways = waysOf(app, port)
  await login("electricians", "tom.reilly")
  await expect(page.getByRole("heading", { name: "Welcome, Tom Reilly" })).toBeVisible()
  const before = await kept(page, "user")

  await page.goto(await ways.linkOf("yolanda.jefferson"))
  await expect(question(page)).toHaveText("Tom Reilly is already logged in with this browser")
  await expect(question(page)).toBeFocused()
  await expect(page.getByText("You are logged in as Tom Reilly.")).toBeVisible()
  await expect(
    page.getByText("logs Tom Reilly out and logs you in as Yolanda Jefferson"),
  ).toBeVisible()
  expect(await kept(page, "user"), "nothing has changed").toEqual(before)
  await axeCheck(page)

  await page.reload()
  await expect(question(page)).toBeVisible()
  await page.getByRole("button", { name: "Stay logged in as Tom Reilly" }).click()
  await expect(page).toHaveURL(`${site("electricians")}/dashboard`)
  await expect(page.getByRole("heading", { name: "Welcome, Tom Reilly" })).toBeVisible()
  expect(await kept(page, "user")).toEqual(before)
})

test("TRANSFER-02 TRANSFER-08 continuing signs the first person out, and their tab stops @prove", async ({
  page,
  context,
  site,
  app,
  login,
  port,
}) => {
  const ways = waysOf(app, port)
  await login("electricians", "tom.reilly")
  await expect(page.getByRole("heading", { name: "Welcome, Tom Reilly" })).toBeVisible()
  const toms = await ways.cookiesOf(context)
  const tomsUser = (await kept(page, "user")) as { access_token: string }

  const link = await context.newPage()
  await link.goto(await ways.linkOf("yolanda.jefferson"))
  await link.getByRole("button", { name: "Continue as Yolanda Jefferson" }).click()
  await expect(link.getByRole("heading", { name: "Welcome, Yolanda Jefferson" })).toBeVisible()

  await expect(page.getByRole("heading", { name: "This tab has stopped" })).toBeVisible()
  const calls = accountCallsOf(page)
  await expect(page.getByText("Yolanda Jefferson has logged in with this browser.")).toBeVisible()
  await expect(page.getByText("This tab was for Tom Reilly.")).toBeVisible()
  await axeCheck(page)
  expect(await ways.statusWith("electricians", toms, tomsUser.access_token), "Tom's session").toBe(
    401,
  )
  await page.reload()
  await expect(page.getByRole("heading", { name: "This tab has stopped" })).toBeVisible()
  await page.goto(`${site("electricians")}/my-profile`)
  await expect(page.getByRole("heading", { name: "This tab has stopped" })).toBeVisible()
  expect(calls, "the stopped tab makes no calls").toEqual([])

  await page.getByRole("button", { name: "Continue with Yolanda Jefferson in this tab" }).click()
  await expect(page.getByRole("heading", { name: "Welcome, Yolanda Jefferson" })).toBeVisible()
})

test("TRANSFER-04 a planted link also asks in a clean browser and signs no one in without consent @phone @prove", async ({
  page,
  site,
  app,
  port,
}) => {
  const ways = waysOf(app, port)
  await page.goto(await ways.linkOf("yolanda.jefferson"))
  const asks = page.getByRole("heading", { name: "Continue as Yolanda Jefferson?" })
  await expect(asks).toBeVisible()
  await expect(page.getByText("Continue only if you are Yolanda Jefferson")).toBeVisible()
  await axeCheck(page)
  expect(await kept(page, "user")).toBeNull()
  await page.getByRole("button", { name: "Do not log in" }).click()
  await expect(page).toHaveURL(new RegExp(`^${site("trades")}/`))
  await expect(page.getByRole("heading", { name: logInToMyAccount })).toBeVisible()
  await applicationWorks(page)

  await page.goto(await ways.linkOf("yolanda.jefferson"))
  await page.getByRole("button", { name: "Continue as Yolanda Jefferson" }).click()
  await expect(page.getByRole("heading", { name: "Welcome, Yolanda Jefferson" })).toBeVisible()
})

test("TRANSFER-04 a foreign page that opens the link is not accepted as the group's @phone @prove", async ({
  page,
  site,
  app,
  port,
}) => {
  const link = await waysOf(app, port).linkOf("yolanda.jefferson")
  // A page of the same installation, but not of the site that the link comes from.
  await page.goto(site("steelworkers"))
  await expect(page.getByLabel("Union")).toHaveValue("steelworkers")
  await page.goto(`${site("harbor")}/forgot-username`)
  await page.evaluate((address) => {
    const policy = document.createElement("meta")
    policy.name = "referrer"
    policy.content = "unsafe-url"
    document.head.append(policy)
    location.assign(address)
  }, link)
  const asks = page.getByRole("heading", { name: "Continue as Yolanda Jefferson?" })
  await expect(asks).toBeVisible()
  expect(await page.evaluate(() => document.referrer), "the browser said where").toContain("harbor")
})

test("TRANSFER-08 a tab stops when another person logs in in another tab", async ({
  page,
  context,
  login,
}) => {
  await login("harbor", "maria.santos")
  await expect(page.getByRole("heading", { name: "Welcome, Maria Santos" })).toBeVisible()
  const other = await context.newPage()
  await login("harbor", "james.okafor", other)
  await expect(other.getByRole("heading", { name: "Welcome, James Okafor" })).toBeVisible()
  await expect(page.getByText("James Okafor has logged in with this browser.")).toBeVisible()
  await expect(page.getByText("Maria Santos")).toHaveText(/^This tab was for Maria Santos/)
  await expect(page.getByRole("navigation", { name: "Main" })).toHaveCount(0)
})

test("TRANSFER-08 the server's reply stops the tab if the browser stores nothing @once @prove", async ({
  page,
  context,
  site,
  login,
}) => {
  await login("harbor", "maria.santos")
  await expect(page.getByRole("heading", { name: "Welcome, Maria Santos" })).toBeVisible()
  const first = await context.cookies(site("harbor"))
  const other = await context.newPage()
  // This tab cannot read the other person's sign-in, because it has separate storage.
  await other.addInitScript(() => {
    Object.defineProperty(window, "localStorage", { value: sessionStorage })
  })
  await login("harbor", "james.okafor", other)
  await expect(other.getByRole("heading", { name: "Welcome, James Okafor" })).toBeVisible()
  expect(await context.cookies(site("harbor"))).not.toEqual(first)
  // The link is gone if the page has made a call before.
  const products = page.getByRole("link", { name: "Products" }).first()
  const stopped = page.getByText("Someone else has logged in with this browser.")
  await Promise.race([products.click().catch(() => undefined), stopped.waitFor()])
  await expect(stopped).toBeVisible()
  await expect(page.getByText("This tab was for Maria Santos.")).toBeVisible()
  await expect(other.getByRole("heading", { name: "Welcome, James Okafor" })).toBeVisible()
})
