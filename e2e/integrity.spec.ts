import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { InventoryEntry } from "#contracts/brands/script-inventory.ts"
import { expect, test } from "./fixtures.ts"

const inventory = JSON.parse(readFileSync(join("dist", "scripts.json"), "utf8")) as InventoryEntry[]

/** The browser's message about a file whose hash differs from the page's. */
test.use({
  expectedFaults: [
    /integrity|Failed to fetch dynamically imported module|threw: TypeError|Trusted|Content Security Policy|CallError/,
  ],
})

/** The script that the payment methods screen needs and the login does not. */
function chunkOf(screen: "paymentMethods"): InventoryEntry {
  const own = inventory.find(({ screens }) => screens.length === 1 && screens[0] === screen)
  if (!own) throw new Error(`${screen} has no script of its own.`)
  return own
}

test("SCRIPT-11 each of our scripts and style sheets has an integrity hash, and the import map contains one for each script", async ({
  page,
  site,
}) => {
  await page.goto(`${site("harbor")}/`)
  for (const path of ["/", "/dashboard", "/payment-center/payment-methods"]) {
    const html = await page.evaluate(async (of) => await (await fetch(of)).text(), path)
    const tags = html.match(/<(?:script|link)[^>]*(?:src|href)="\/assets\/[^>]*>/g) ?? []
    expect(tags.length).toBeGreaterThanOrEqual(2)
    for (const tag of tags) {
      const file = /"(\/assets\/[^"]+)"/.exec(tag)?.[1]
      const entry = inventory.find((one) => one.path === file)
      expect(tag).toContain(`integrity="${entry?.integrity}"`)
    }
    const map = /<script type="importmap"[^>]*>(.*?)<\/script>/.exec(html)?.[1] ?? "{}"
    const scripts = inventory.filter(({ kind }) => kind === "entry" || kind === "chunk")
    expect(JSON.parse(map)).toEqual({
      integrity: Object.fromEntries(scripts.map((one) => [one.path, one.integrity])),
    })
  }
})

test("SCRIPT-12 a changed script of a payment screen does not run @prove", async ({
  page,
  context,
  login,
  site,
}) => {
  const { path } = chunkOf("paymentMethods")
  let isChanged = false
  const body = `window.tampered = true;${readFileSync(join("dist", path), "utf8")}`
  await context.route(`**${path}`, async (route) => {
    isChanged = true
    await route.fulfill({ contentType: "text/javascript", body })
  })
  await login("harbor", "maria.santos")
  await page.goto(`${site("harbor")}/payment-center/payment-methods`)
  await expect.poll(() => isChanged).toBe(true)
  await expect(page.getByRole("button", { name: /Reload the page|Try again/ })).toBeVisible()
  expect(await page.evaluate(() => "tampered" in window)).toBe(false)

  // The same must happen if another screen was opened first in the same document.
  await page.goto(`${site("harbor")}/dashboard`)
  await page.getByRole("link", { name: "Payment Center" }).filter({ visible: true }).click()
  isChanged = false
  await page.getByRole("link", { name: "Payment Methods" }).filter({ visible: true }).click()
  await expect.poll(() => isChanged).toBe(true)
  await expect(page.getByRole("button", { name: /Reload the page|Try again/ })).toBeVisible()
  expect(await page.evaluate(() => "tampered" in window)).toBe(false)
})

test("SECRET-30 HTML and script addresses that bypass our policies are rejected", async ({
  page,
  site,
  login,
}) => {
  await login("harbor", "maria.santos")
  await page.goto(`${site("harbor")}/payment-center/payment-methods`)
  const refused = await page.evaluate(() => {
    const attempts: Record<string, () => unknown> = {
      innerHTML: () => Object.assign(document.createElement("div"), { innerHTML: "<b>x</b>" }),
      insertAdjacentHTML: () => document.body.insertAdjacentHTML("beforeend", "<b>x</b>"),
      write: () => document.write("<b>x</b>"),
      src: () => Object.assign(document.createElement("script"), { src: "/assets/x.js" }),
      worker: () => new Worker("/assets/x.js"),
      "a second policy": () => window.trustedTypes?.createPolicy("clean-html", {}),
      "another policy": () => window.trustedTypes?.createPolicy("mine", {}),
    }
    return Object.entries(attempts).map(([name, attempt]) => {
      try {
        attempt()
        return `${name} works`
      } catch {
        return `${name} is refused`
      }
    })
  })
  expect(refused.filter((one) => one.endsWith("works"))).toEqual([])
  expect(refused).toHaveLength(7)
})
