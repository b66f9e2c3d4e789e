import { expect, test } from "./fixtures.ts"
import { keyboardOnly } from "./keyboard.ts"

test("RECOVER-01 RECOVER-03 ACCESS-08 a person gets a username using only the keyboard @prove", async ({
  page,
  site,
  readEmail,
}) => {
  const { tabTo, press, type } = keyboardOnly(page)
  await page.goto(site("harbor"))
  await tabTo(page.getByRole("link", { name: "Forgot username?" }))
  await press("Enter")
  await expect(page.getByRole("heading", { name: "Forgot your username?" })).toBeVisible()
  await tabTo(page.getByLabel("Certificate/Plan Number", { exact: true }))
  await type("4001930427")
  await tabTo(page.getByLabel("First name"))
  await type("Maria")
  await press("Tab")
  await type("Santos")
  await press("Tab")
  await type("maria.santos@example.com")
  await tabTo(page.getByRole("button", { name: "Send recovery email" }))
  await press("Enter")
  await expect(page).toHaveURL(`${site("harbor")}/`)
  expect((await readEmail("maria.santos")).text).toContain("maria.santos")
})

test("RECOVER-04 RECOVER-05 RECOVER-07 RECOVER-08 ACCESS-08 a person sets a new password using only the keyboard @prove", async ({
  page,
  site,
  readEmail,
}) => {
  const { tabTo, press, type } = keyboardOnly(page)
  await page.goto(site("harbor"))
  await tabTo(page.getByRole("link", { name: "Forgot password?" }))
  await press("Enter")
  await tabTo(page.getByLabel("Username", { exact: true }))
  await type("grace.adeyemi")
  await press("Enter")
  await tabTo(page.getByLabel("Your answer"))
  await type("ibadan")
  await press("Enter")
  await expect(page).toHaveURL(`${site("harbor")}/`)

  const link = (await readEmail("grace.adeyemi")).text.match(/http\S+\/reset-password\/\S+/)?.[0]
  await page.goto(link ?? "")
  const reset = keyboardOnly(page)
  await reset.tabTo(page.getByLabel("New password", { exact: true }))
  await reset.type("Lighthouse-70417")
  await reset.tabTo(page.getByLabel("Confirm password", { exact: true }))
  await reset.type("Lighthouse-70417")
  await reset.tabTo(page.getByRole("button", { name: "Submit new password" }))
  await reset.press("Enter")
  await expect(page).toHaveURL(`${site("harbor")}/dashboard`)
})
