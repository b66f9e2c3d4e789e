import type { Page } from "@playwright/test"
import type { AppProcess } from "./app-process.ts"
import { expect, test } from "./fixtures.ts"

const svg = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 40" width="160" height="40"><rect width="160" height="40" fill="${color}"/></svg>`
const words = "Codes come by email within a minute."
const phone = "1-800-555-0177"

async function portal(app: AppProcess, typed: string[], files: Record<string, string> = {}) {
  return await app.ask("portal", { typed, files })
}

/** The addresses of the brand's files that the page uses, except fonts. */
async function brandFiles(page: Page): Promise<string[]> {
  return await page
    .locator('link[rel="stylesheet"][href^="/brand/"], img[src^="/brand/"]')
    .evaluateAll((found) => [
      ...new Set(found.map((one) => one.getAttribute("href") ?? one.getAttribute("src") ?? "")),
    ])
}

async function textsOf(page: Page, addresses: string[]): Promise<string[]> {
  return await page.evaluate(
    (all) =>
      Promise.all(
        all.map(async (one) => {
          const reply = await fetch(one, { cache: "reload" })
          return `${reply.status} ${await reply.text()}`
        }),
      ),
    addresses,
  )
}

async function expectNoBrokenPicture(page: Page) {
  const broken = () =>
    page
      .locator("img")
      .evaluateAll((all) =>
        all
          .filter((one) => (one as HTMLImageElement).naturalWidth === 0)
          .map((one) => (one as HTMLImageElement).src),
      )
  await expect.poll(broken).toEqual([])
}

function accent(page: Page): Promise<string> {
  return page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue("--brand-accent").trim(),
  )
}

test("RELEASE-09 an open form keeps its fields and files through set, publish and rollback; the next load shows the release @prove", async ({
  app,
  page,
  login,
}) => {
  await login("harbor", "maria.santos")
  const home = new URL(page.url()).origin
  await page.goto(`${home}/my-profile`)
  await page.getByRole("button", { name: "Make Changes" }).click()
  const dialog = page.getByRole("dialog", { name: "Contact Information" })
  await dialog.getByLabel("Address 1").fill("12 Typed Road")
  const files = await brandFiles(page)
  expect(files.length).toBeGreaterThan(1)
  const before = await textsOf(page, files)
  const old = await accent(page)

  await portal(app, ["set", "harbor", "color", "--brand-accent", "#5b2a6e"])
  await portal(app, ["set", "harbor", "field", "phoneNumber", phone])
  await portal(app, ["publish", "harbor", "FOLDER"], {
    "assets/logo.svg": svg("#5b2a6e"),
    "content/login-info.html": `<p>${words}</p>`,
  })

  await expect(dialog.getByLabel("Address 1")).toHaveValue("12 Typed Road")
  expect(await textsOf(page, files)).toEqual(before)
  await dialog.getByRole("button", { name: "Cancel" }).click()
  await page.getByRole("link", { name: "Payment Center" }).first().click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payment Center")
  await expectNoBrokenPicture(page)
  expect(await accent(page)).toBe(old)

  // Servers read the brand again within five seconds.
  await expect(async () => {
    await page.reload()
    expect(await brandFiles(page)).not.toEqual(files)
  }).toPass()
  await expectNoBrokenPicture(page)
  const published = await brandFiles(page)
  expect((await textsOf(page, published)).join()).toContain(svg("#5b2a6e"))
  expect(await textsOf(page, files)).toEqual(before)

  await portal(app, ["rollback", "harbor", "1"])
  await page.getByRole("link", { name: "Home" }).first().click()
  await expectNoBrokenPicture(page)
  await expect(async () => {
    await page.reload()
    expect(await brandFiles(page)).toEqual(files)
  }).toPass()
  expect(await textsOf(page, published)).toContain(`200 ${svg("#5b2a6e")}`)
})
