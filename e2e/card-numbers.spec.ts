import { openAddress, typeCard } from "./card-form.ts"
import { expect, test } from "./fixtures.ts"

// Documented sandbox numbers, and a code that does not occur anywhere else.
const card = { number: "378282246310005", typed: "3782 822463 10005", code: "9174" }
const cardSecrets = [card.number, card.typed, card.code]
const bank = { account: "000100000002", routing: "110000000" }
const secrets = [...cardSecrets, bank.account, bank.routing]

test("METHODS-07 typed card and account data goes only to the gateway and is stored nowhere", async ({
  page,
  login,
  site,
  port,
}) => {
  const sent: { toGateway: boolean; text: string }[] = []
  page.on("request", (request) => {
    const headers = JSON.stringify(request.headers())
    const text = `${request.url()} ${headers} ${request.postData() ?? ""}`
    sent.push({ toGateway: new URL(request.url()).port !== String(port), text })
  })
  await login("harbor", "maria.santos")
  await page.goto(`${site("harbor")}/payment-center/payment-methods`)

  const dialog = page.getByRole("dialog")
  const fill = async (label: string, value: string) =>
    await dialog.getByLabel(label, { exact: true }).fill(value)
  const address = async () => {
    await openAddress(dialog)
    await fill("Address 1", "48 Lighthouse Road")
    await fill("City", "South Portland")
    await dialog.getByLabel("State", { exact: true }).selectOption("ME")
    await fill("Zip", "04106")
  }
  const save = async (lastFour: string) => {
    await dialog.getByRole("button", { name: "Add Payment Method" }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole("main").getByText(lastFour).first()).toBeVisible()
  }

  await page.getByRole("main").getByRole("button", { name: "Add Payment Method" }).click()
  await dialog.getByText("Credit Card", { exact: true }).click()
  await dialog.getByLabel("Card Type").selectOption("AM")
  await fill("Cardholder Name", "Maria Santos")
  await typeCard(dialog, { number: card.typed, code: card.code })
  expect(await dialog.evaluate(everythingTyped)).not.toMatch(new RegExp(cardSecrets.join("|")))
  await address()
  await save("0005")

  await page.getByRole("main").getByRole("button", { name: "Add Payment Method" }).click()
  await dialog.getByText("Bank Account", { exact: true }).click()
  await dialog.getByLabel("Type the account numbers").check()
  await dialog.getByText("Checking", { exact: true }).click()
  await fill("Account-holder Name", "Maria Santos")
  await fill("Bank Routing Number", bank.routing)
  await fill("Confirm Bank Routing Number", bank.routing)
  await fill("Account Number", bank.account)
  await fill("Confirm Account Number", bank.account)
  await address()
  await save("0002")

  const holds = (text: string) => secrets.filter((secret) => text.includes(secret))
  const toGateway = sent.filter((one) => one.toGateway).map(({ text }) => text)
  expect(new Set(toGateway.flatMap(holds))).toEqual(
    new Set([card.number, card.code, bank.account, bank.routing]),
  )
  expect(sent.filter((one) => !one.toGateway).flatMap(({ text }) => holds(text))).toEqual([])
  expect(holds(await page.evaluate(everythingStored))).toEqual([])
  expect(holds(JSON.stringify(await page.context().storageState({ indexedDB: true })))).toEqual([])
  expect(holds(await page.content())).toEqual([])
})

/** The text and the values of the fields in a part of our document. */
function everythingTyped(form: Element): string {
  const fields = [...form.querySelectorAll<HTMLInputElement>("input, select, textarea")]
  return [form.outerHTML, ...fields.map(({ value }) => value)].join("\n")
}

/** Everything that a page can store in the browser and that the driver does not report. */
async function everythingStored(): Promise<string> {
  const caches = await Promise.all(
    (await window.caches.keys()).map(async (name) => {
      const cache = await window.caches.open(name)
      const requests = await cache.keys()
      const answers = await Promise.all(
        requests.map(async (one) => (await cache.match(one))?.text()),
      )
      return [requests.map(({ url }) => url), answers]
    }),
  )
  const { localStorage, sessionStorage, history, location, name } = window
  return JSON.stringify([
    { ...localStorage },
    { ...sessionStorage },
    caches,
    history.state,
    name,
  ]).concat(location.href, document.cookie)
}
