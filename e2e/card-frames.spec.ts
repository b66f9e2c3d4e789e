import { expect, type FrameLocator, type Page, test } from "@playwright/test"
import { type CardGateway, openSandbox, openStripe } from "#testing/card-frames/gateways.ts"

/** Every gateway whose frames take cards. */
const gateways: { name: string; open(): Promise<CardGateway>; hasScript: boolean }[] = [
  { name: "Stripe", open: openStripe, hasScript: true },
  { name: "the sandbox", open: openSandbox, hasScript: false },
]

const card = { number: "4242424242424242", expiration: "1231", code: "917" }
type FrameName = keyof typeof card
const names = Object.keys(card) as FrameName[]

function inputOf(page: Page, name: FrameName) {
  const frame: FrameLocator = page.frameLocator(`#${name} iframe`)
  return frame.locator("input:not([aria-hidden])")
}

async function open(page: Page): Promise<string> {
  const { error } = await page.evaluate(() => window.cards.open())
  return error
}

async function typeCard(page: Page, typed: typeof card = card): Promise<void> {
  for (const name of names) await inputOf(page, name).pressSequentially(typed[name])
}

const stateOf = (page: Page, name: FrameName) =>
  page.evaluate((of) => window.cards.states[of], name)
const logOf = (page: Page) => page.evaluate(() => window.cards.log)

for (const { name: gatewayName, open: openGateway, hasScript } of gateways) {
  test.describe(`cards in the frames of ${gatewayName}`, () => {
    let gateway: CardGateway
    test.beforeAll(async () => {
      gateway = await openGateway()
    })
    test.afterAll(async () => await gateway.close())
    test.beforeEach(async ({ page }) => {
      gateway.endFaults()
      await page.goto(gateway.page)
    })

    test("a card that is typed into the frames becomes a token, and no document or request of ours holds its digits", async ({
      page,
    }) => {
      const ours: string[] = []
      page.on("request", (request) => {
        if (request.url().startsWith(gateway.page))
          ours.push(`${request.url()} ${request.postData()}`)
      })
      expect(await open(page)).toBe("")
      for (const name of names) await expect(inputOf(page, name)).toBeEditable()

      await page.getByText("Credit Card Number").click()
      await expect(inputOf(page, "number")).toBeFocused()
      await page.keyboard.type("4242")
      await expect
        .poll(() => stateOf(page, "number"))
        .toEqual({
          ...{ isEmpty: false, isComplete: false, isInvalid: false, isPast: false, cardType: "VS" },
        })
      await page.keyboard.type("424242424242")
      await expect.poll(() => stateOf(page, "number")).toMatchObject({ isComplete: true })
      await page.keyboard.press("Tab")
      await expect(inputOf(page, "expiration")).toBeFocused()
      await page.keyboard.type(card.expiration)
      await page.keyboard.press("Tab")
      await expect(inputOf(page, "code")).toBeFocused()
      await page.keyboard.type(card.code)
      await page.keyboard.press("Tab")
      await expect(page.getByRole("button", { name: "Save" })).toBeFocused()
      for (const name of ["code", "expiration", "number"] as const) {
        await page.keyboard.press("Shift+Tab")
        await expect(inputOf(page, name)).toBeFocused()
      }
      await page.keyboard.press("Shift+Tab")
      await expect(page.getByLabel("Cardholder Name")).toBeFocused()

      await inputOf(page, "code").press("Enter")
      await expect.poll(() => logOf(page)).toContain("enter code")
      await inputOf(page, "code").press("Escape")
      await expect.poll(() => logOf(page)).toContain("escape code")
      expect(await logOf(page)).not.toContain("submit")

      const { value, error } = await page.evaluate(() => window.cards.token())
      expect(error).toBe("")
      expect(await gateway.shownCard(value ?? "")).toBe("4242 12/2031")

      const held = await page.evaluate(() => {
        const stored = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])
        return document.documentElement.outerHTML + stored + location.href
      })
      for (const text of [held, ...ours]) expect(text).not.toMatch(/4242 ?4242|917/)
    })

    test("a frame reports texts that are invalid or incomplete, and another network @prove", async ({
      page,
    }) => {
      expect(await open(page)).toBe("")
      const number = inputOf(page, "number")
      for (const [typed, expected] of [
        ["4242424242424241", { isComplete: false, isInvalid: true, cardType: "VS" }],
        ["424242", { isComplete: false, isInvalid: false, cardType: "VS" }],
        ["378282246310005", { isComplete: true, isInvalid: false, cardType: "AM" }],
        ["3566002020360505", { isComplete: true, isInvalid: false, cardType: "other" }],
        ["5555555555554444", { isComplete: true, isInvalid: false, cardType: "MC" }],
        ["6011111111111117", { isComplete: true, isInvalid: false, cardType: "DS" }],
      ] as const) {
        await page.evaluate(() => window.cards.clear("number"))
        await expect(number).toHaveValue("")
        await number.pressSequentially(typed)
        await expect
          .poll(() => stateOf(page, "number"), typed)
          .toEqual({ isEmpty: false, isPast: false, ...expected })
      }
      await inputOf(page, "expiration").pressSequentially("0120")
      await expect
        .poll(() => stateOf(page, "expiration"))
        .toMatchObject({ isInvalid: true, isPast: true })
      await inputOf(page, "code").pressSequentially("1")
      await inputOf(page, "code").blur()
      await expect
        .poll(() => stateOf(page, "code"))
        .toMatchObject({
          ...{ isComplete: false, isInvalid: false },
        })
      // Both are wrong, and each gateway checks them in an order of its own.
      const { error } = await page.evaluate(() => window.cards.token())
      expect(error).toMatch(/^EntryRefused (expiration|code)$/)
    })

    test("a changed look reaches the frames, and closing the form removes them @prove", async ({
      page,
    }) => {
      expect(await open(page)).toBe("")
      await expect(inputOf(page, "number")).toHaveCSS("color", "rgb(10, 20, 30)")
      await page.evaluate(() => window.cards.update("number", { color: "rgb(1, 2, 3)" }))
      await expect(inputOf(page, "number")).toHaveCSS("color", "rgb(1, 2, 3)")
      await page.evaluate(() => window.cards.close())
      for (const name of names) await expect(page.locator(`#${name}`)).toBeEmpty()
      expect(await open(page)).toBe("")
    })

    // braintree/braintree-web-drop-in#205: Enter emptied and locked the fields.
    test("Enter in an incomplete field keeps its text, and typing goes on @prove", async ({
      page,
    }) => {
      expect(await open(page)).toBe("")
      for (const name of names) {
        const [first, rest] = [card[name].slice(0, 2), card[name].slice(2)]
        await inputOf(page, name).pressSequentially(first)
        await inputOf(page, name).press("Enter")
        await expect.poll(() => logOf(page)).toContain(`enter ${name}`)
        await inputOf(page, name).press("End")
        await page.keyboard.type(rest)
        await expect.poll(() => stateOf(page, name)).toMatchObject({ isComplete: true })
      }
    })

    if (!hasScript) return
    test("a lost token, a closed surface and a refused number are different errors", async ({
      page,
    }) => {
      expect(await open(page)).toBe("")
      expect((await page.evaluate(() => window.cards.token())).error).toBe("EntryRefused number")
      await typeCard(page)
      gateway.set("token lost")
      expect((await page.evaluate(() => window.cards.token())).error).toBe(
        "GatewayUnreachable answer",
      )
      gateway.endFaults()
      gateway.set("closed surface")
      expect((await page.evaluate(() => window.cards.token())).error).toBe(
        "GatewayUnreachable surface",
      )
      gateway.set("refused")
      expect((await page.evaluate(() => window.cards.token())).error).toBe("EntryRefused number")
      expect((await page.evaluate(() => window.cards.token())).error).toBe("")
    })

    test("a gateway whose script does not load is named, takes bank accounts, and loads again later", async ({
      page,
    }) => {
      gateway.set("blocked")
      expect(await open(page)).toBe("GatewayUnreachable script")
      const { value, error } = await page.evaluate(() => window.cards.bankToken())
      expect(error).toBe("")
      expect(await gateway.shownAccount(value ?? "")).toBe("6789")
      gateway.endFaults()
      expect(await open(page)).toBe("")
      const later = await page.evaluate(() => window.cards.bankToken())
      expect(await gateway.shownAccount(later.value ?? "")).toBe("6789")
    })

    test("a frame that fails to load or never becomes ready, and a slow script, are named @prove", async ({
      page,
    }) => {
      gateway.set("loaderror")
      expect(await open(page)).toBe("GatewayUnreachable frame")
      for (const name of names) await expect(page.locator(`#${name}`)).toBeEmpty()

      for (const [fault, selector, reason] of [
        ["never ready", "#number iframe", "frame"],
        ["slow", `head script[src="${gateway.script}"]`, "script"],
      ] as const) {
        gateway.endFaults()
        gateway.set(fault)
        await page.clock.install()
        await page.reload()
        const opened = open(page)
        await page.locator(selector).waitFor({ state: "attached" })
        await page.clock.fastForward(15_000)
        expect(await opened, fault).toBe(`GatewayUnreachable ${reason}`)
      }
    })

    test("a customer chooses an account at their bank, or leaves", async ({ page }) => {
      const session = gateway.bankSession()
      const connect = () => page.evaluate((one) => window.cards.connectBank(one), session)
      const left = connect()
      await gateway.bankWindow(page).getByRole("button", { name: "Close" }).click()
      expect(await left).toEqual({ error: "" })
      const chosen = connect()
      await gateway.bankWindow(page).getByRole("button", { name: "6789" }).click()
      const { value } = await chosen
      expect(value).toEqual({
        ...{
          token: gateway.chosenBank(),
          institution: expect.stringMatching(/./),
          lastFour: "6789",
        },
      })
      await expect(page.locator("body > iframe[title=Stripe]")).toHaveCount(0)
    })
  })
}

test.describe("Stripe's script", () => {
  let gateway: CardGateway
  test.beforeAll(async () => {
    gateway = await openStripe()
  })
  test.afterAll(async () => await gateway.close())

  test("only addresses of the script's host become scripts, and no text becomes HTML, after it was loaded", async ({
    page,
  }) => {
    await page.goto(gateway.page)
    expect(await open(page)).toBe("")
    await expect(page.locator("script[src$='/more.js']")).toBeAttached()
    const refused = await page.evaluate(() => {
      const attempts = [
        () => {
          document.createElement("script").src = "https://elsewhere.example/js.stripe.com.js"
        },
        () => {
          document.createElement("div").innerHTML = "<b>text</b>"
        },
      ]
      return attempts.map((attempt) => {
        try {
          attempt()
          return false
        } catch (error) {
          return error instanceof TypeError
        }
      })
    })
    expect(refused).toEqual([true, true])
  })
})

// braintree/braintree-web#239, #479, #660: one frame sees only its own field, and a browser that
// filled in the fields once did not do it again.
const saved = {
  Stripe: { expiration: "[aria-hidden][autocomplete=cc-exp]", code: "[autocomplete=cc-csc]" },
  "the sandbox": { expiration: "[data-fills=expiration]", code: "[data-fills=code]" },
}

for (const { name: gatewayName, open: openGateway } of gateways) {
  test(`a browser that fills in a saved card fills all fields of ${gatewayName}, and again after they were cleared @prove`, async ({
    page,
  }) => {
    const gateway = await openGateway()
    await page.goto(gateway.page)
    expect(await open(page)).toBe("")
    const fields = saved[gatewayName as keyof typeof saved]
    for (const expiration of ["12/31", "12/2031"]) {
      for (const name of names) await page.evaluate((of) => window.cards.clear(of), name)
      for (const name of names) await expect(inputOf(page, name)).toHaveValue("")
      await inputOf(page, "number").fill(card.number)
      const frame = page.frameLocator("#number iframe")
      await frame.locator(fields.expiration).fill(expiration)
      await frame.locator(fields.code).fill(card.code)
      for (const name of names) {
        await expect.poll(() => stateOf(page, name)).toMatchObject({ isComplete: true })
      }
      const { value } = await page.evaluate(() => window.cards.token())
      expect(await gateway.shownCard(value ?? "")).toBe("4242 12/2031")
    }
    await gateway.close()
  })
}
