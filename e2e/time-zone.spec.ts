import { expect, test } from "./fixtures.ts"

const zones = ["Pacific/Pago_Pago", "Pacific/Kiritimati", "America/Los_Angeles"]
const screens = ["dashboard", "payment-center/products", "payment-center/upcoming", "products-main"]

test("ZONE-02 screens show the same days on a device in any time zone @prove", async ({
  page,
  site,
  login,
}) => {
  await login("harbor", "maria.santos")
  const main = page.getByRole("main")
  const device = await page.context().newCDPSession(page)
  for (const screen of screens) {
    await page.goto(`${site("harbor")}/${screen}`)
    await expect(main).toContainText(/Mar \d/)
    await page.waitForLoadState("networkidle")
    const shown = await main.innerText()
    for (const timezoneId of zones) {
      await device.send("Emulation.setTimezoneOverride", { timezoneId })
      await page.reload()
      const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
      expect(zone).toBe(timezoneId)
      await expect(main).toHaveText(shown, { useInnerText: true })
    }
  }
})
