import { logInToMyAccount } from "#web/identity/sign-in/texts.ts"
import type { AppProcess } from "./app-process.ts"
import { axeCheck, expect, test } from "./fixtures.ts"

const words = "These words are not published."
const loginInfo = { "content/login-info.html": `<p>${words}</p>` }

/** A rejected link has the status 403, which browsers print. */
test.use({ expectedFaults: [/printed: .*403/] })

async function linkTo(app: AppProcess, host: string): Promise<string> {
  const typed = ["preview", "FOLDER", "--json"]
  const links = JSON.parse(await app.ask("portal", { typed, files: loginInfo }))
  return links.find((one: { host: string }) => one.host === host).link
}

test("RELEASE-03 the holder of a link sees the release until they leave it, and other browsers do not", async ({
  app,
  page,
  site,
  browser,
}) => {
  await page.goto(await linkTo(app, "harbor.localhost"))
  const bar = page.getByRole("complementary", { name: "Preview" })
  await expect(bar).toContainText("not published")
  await expect(page.getByText(words)).toBeVisible()
  expect((await bar.boundingBox())?.y).toBe(0)
  await axeCheck(page)

  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await other.goto(site("harbor"))
  await expect(other.getByRole("heading", { name: logInToMyAccount })).toBeVisible()
  await expect(other.getByText(words)).toHaveCount(0)
  await elsewhere.close()

  await bar.getByRole("link", { name: "Leave preview" }).click()
  await expect(bar).toHaveCount(0)
  await expect(page.getByText(words)).toHaveCount(0)
})

test("RELEASE-04 a link that is forged, expired or for another host shows a page that explains this @phone @prove", async ({
  app,
  page,
  site,
}) => {
  const link = await linkTo(app, "harbor.localhost")
  const refused = page.getByRole("heading", { name: "This preview link does not work" })
  for (const wrong of [`${link}x`, link.replace(site("harbor"), site("wayfarer"))]) {
    await page.goto("about:blank")
    await page.goto(wrong)
    await expect(refused).toBeVisible()
    expect(page.url()).not.toContain("#")
  }
  await app.ask("advance", { hours: 25 })
  await page.goto("about:blank")
  await page.goto(link)
  await expect(refused).toBeVisible()
})
