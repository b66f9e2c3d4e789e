import type { Page } from "@playwright/test"
import { axeCheck, expect, test } from "./fixtures.ts"
import { expectNothingPersonal, kept } from "./sign-in-steps.ts"

test("SESSION-04 SESSION-12 15 minutes without mouse or keyboard end the session, after a warning", async ({
  page,
  site,
  login,
  advance,
}) => {
  await login("harbor", "maria.santos")
  await expect(page.getByRole("heading", { name: "Payments Due" })).toBeVisible()
  await advance({ minutes: 12, seconds: 50 })
  const warning = page.getByRole("dialog", { name: "Are you still there?" })
  await expect(warning).toBeHidden()
  await advance({ seconds: 15 })
  await expect(warning).toBeVisible()
  await expect(warning.getByRole("status")).toContainText("2 minutes")
  await axeCheck(page)
  await advance({ minutes: 1 })
  await expect(warning.getByRole("status")).toContainText("1 minute")

  await advance({ minutes: 1 })
  await expect(page).toHaveURL(`${site("harbor")}/`)
  await expect(page.getByText("because you were inactive for 15 minutes")).toBeVisible()
  expect(await kept(page, "user")).toBeNull()
  await expectNothingPersonal(page, /Santos/)
})

test("SESSION-04 a person who answers the warning stays signed in, also on the server @phone @prove", async ({
  page,
  login,
  advance,
}) => {
  await login("harbor", "maria.santos")
  await expect(page.getByRole("heading", { name: "Payments Due" })).toBeVisible()
  await advance({ minutes: 14 })
  const extended = page.waitForResponse("**/appauth/session/extend")
  await page.getByRole("button", { name: "Stay logged in" }).click()
  await expect(page.getByRole("dialog")).toBeHidden()
  await advance({ seconds: 2 })
  expect((await extended).status()).toBe(200)
  await advance({ minutes: 10 })
  await page.reload()
  await expect(page.getByRole("heading", { name: "Payments Due" })).toBeVisible()
})

test("SESSION-04 a person who uses the page gets no warning @phone @prove", async ({
  page,
  login,
  advance,
  isMobile,
}) => {
  await login("harbor", "james.okafor")
  await expect(page.getByRole("heading", { name: "Payments Due" })).toBeVisible()
  for (const use of [() => touchOrMove(page, isMobile), () => page.keyboard.press("Shift")]) {
    await advance({ minutes: 10 })
    await use()
  }
  await advance({ minutes: 10 })
  await expect(page.getByRole("dialog")).toBeHidden()
  await expect(page.getByRole("heading", { name: "Welcome, James Okafor" })).toBeVisible()
})

test("SESSION-04 DETAIL-04 the warning stays until the person answers it, despite mouse moves @prove", async ({
  page,
  login,
  advance,
  isMobile,
}) => {
  await login("harbor", "dorothy.lindqvist")
  await expect(page.getByRole("heading", { name: "Payments Due" })).toBeVisible()
  await advance({ minutes: 14 })
  const warning = page.getByRole("dialog", { name: "Are you still there?" })
  await expect(warning).toBeVisible()
  for (const use of [
    () => touchOrMove(page, isMobile),
    () => page.keyboard.press("Shift"),
    () => page.keyboard.press("Escape"),
    () => page.mouse.wheel(0, 100),
  ]) {
    await use()
    await advance({ seconds: 5 })
    await expect(warning).toBeVisible()
  }
  await page.getByRole("button", { name: "Stay logged in" }).click()
  await expect(warning).toBeHidden()
})

test("SESSION-04 a session that expired while the page was closed is not shown again @phone @prove", async ({
  page,
  site,
  login,
  advance,
}) => {
  await login("harbor", "siobhan.obrien")
  await page.goto("about:blank")
  await advance({ minutes: 16 })
  const calls: string[] = []
  page.on("request", (request) => calls.push(new URL(request.url()).pathname))
  await page.goto(`${site("harbor")}/dashboard`)
  await expect(page).toHaveURL(`${site("harbor")}/`)
  await expect(page.getByText("because you were inactive for 15 minutes")).toBeVisible()
  expect(calls).not.toContain("/myaccount-core/dashboard")
})

test("SESSION-04 all tabs share one idle clock @prove", async ({
  page,
  context,
  site,
  login,
  advance,
}) => {
  await login("harbor", "robert.chen")
  const other = await context.newPage()
  await other.goto(`${site("harbor")}/dashboard`)
  await expect(other.getByRole("heading", { name: "Payments Due" })).toBeVisible()
  await advance({ minutes: 10 })
  await other.keyboard.press("Shift")
  await advance({ minutes: 4 })
  await expect(page.getByRole("dialog")).toBeHidden()
  await advance({ minutes: 9 })
  await expect(page.getByRole("dialog")).toBeVisible()
  await other.getByRole("button", { name: "Stay logged in" }).click()
  await advance({ seconds: 2 })
  await expect(page.getByRole("dialog")).toBeHidden()
})

test("SESSION-04 the person can log out from the warning @prove", async ({
  page,
  site,
  login,
  advance,
}) => {
  await login("harbor", "grace.adeyemi")
  await expect(page.getByRole("heading", { name: "Payments Due" })).toBeVisible()
  await advance({ minutes: 14 })
  await page.getByRole("button", { name: "Log out" }).click()
  await expect(page).toHaveURL(`${site("harbor")}/`)
})

async function touchOrMove(page: Page, isMobile: boolean) {
  if (isMobile) await page.touchscreen.tap(200, 200)
  else await page.mouse.move(200, 200)
}
