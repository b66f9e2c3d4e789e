import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "@playwright/test"
import { demoFolder, demoPeople } from "#testing/demo-people.ts"
import { expect } from "./fixtures.ts"

/**
 * Translates pages that are opened later as Chrome does: replaces each text node, including later
 * ones, with two nested `<font>` elements around a new text node. The words stay the same, so that
 * a test finds them. Calls take 450 milliseconds, so that progress texts are translated too.
 */
export async function translatePages(page: Page): Promise<void> {
  await page.addInitScript(replaceTexts)
  await page.route(/\/(appauth|appcontent|myaccount-core)\//, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 450))
    await route.fallback()
  })
}

/**
 * Checks that the screen shows its current texts although a translation has replaced the
 * application's text nodes. The translation must not have changed a text that is only a name,
 * number, code, date or amount, or a name of a person, username, email address or account number
 * inside a longer text. On the staff site, none of these may be inside a longer text, except in
 * `messages` from the server.
 */
export async function expectTranslated(page: Page, messages = /^$/): Promise<void> {
  const { translated, stale, isStaff } = await page.evaluate(() => ({
    translated: [...document.querySelectorAll("font > font")].map((font) => font.textContent ?? ""),
    stale: (window as { staleTexts?: string[] }).staleTexts,
    isStaff: location.hostname.startsWith("support."),
  }))
  expect(translated.length, "translated texts").toBeGreaterThan(5)
  expect(stale, "texts that the screen shows no more").toEqual([])
  const data = isStaff ? [...always, ...onStaffScreens] : always
  const changed = translated
    .map((text) => text.trim())
    .filter((text) => !messages.test(text) && data.some((form) => form.test(text)))
  expect.soft(changed, 'texts without translate="no"').toEqual([])
}

const demo = namesOfDemo()
/**
 * Only numbers, dates and amounts; a number with letters; an email address; a name or postal
 * address.
 */
const always = [
  /^[^\p{L}]*\d[^\p{L}]*\d[^\p{L}]*$/u,
  /^(?=.*\p{L})\S*[\d@]\S*$/u,
  /\S@\S/,
  /\b[A-Z]{2}\d{6,}\b/,
  anyOf([...demo.people, ...demo.usernames]),
  new RegExp(`^(?:${anyOf([...demo.clients, "VISA", "ME"]).source})$`, "u"),
]
/** An amount, a date, a number or code, or the name of a client or product. */
const onStaffScreens = [
  /\$\d/,
  /\d\d\/\d\d\/\d{4}/,
  /\b(?=[A-Z]*\d)[A-Z\d]{8,}\b/,
  anyOf([...demo.clients, ...demo.products]),
]

function anyOf(names: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}.])(?:${names.map(RegExp.escape).join("|")})(?!\\p{L})`, "u")
}

/** All names in the demo, and the towns of some people. */
function namesOfDemo() {
  const people = demoFiles("clients/*/people.json")
  const isKnown = (name: string | undefined) => name !== undefined
  return {
    people: people
      .flatMap(({ lastName, address }) => [lastName, address?.addressLine1, address?.cityName])
      .filter(isKnown),
    products: people.flatMap(({ products = [] }) => products.map(({ productDesc }) => productDesc)),
    clients: demoFiles("clients/*/client.json")
      .map(({ name }) => name)
      .filter(isKnown),
    usernames: demoPeople().map(({ username }) => username),
  }
}

interface Named {
  name?: string
  firstName?: string
  lastName?: string
  address?: { addressLine1?: string; cityName?: string }
  products?: { productDesc: string }[]
}

function demoFiles(pattern: string): Named[] {
  return globSync(pattern, { cwd: demoFolder }).flatMap((file) =>
    JSON.parse(readFileSync(join(demoFolder, file), "utf8")),
  )
}

/** Runs in the page, before its own scripts. */
function replaceTexts(): void {
  const stale: string[] = []
  Object.assign(window, { staleTexts: stale })
  const replaced = new MutationObserver((changes) => {
    for (const { target } of changes) stale.push(target.nodeValue ?? "")
  })
  const isTranslated = ({ parentElement: parent, nodeValue }: Text) =>
    parent === null ||
    (nodeValue ?? "").trim() === "" ||
    parent.closest("[translate=no], script, style, noscript, font, textarea") !== null

  function translate(root: Node) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    for (let node = walker.currentNode; node; node = walker.nextNode() as Node) {
      if (node instanceof Text && !isTranslated(node)) texts.push(node)
    }
    for (const text of texts) {
      const [outer, inner] = [document.createElement("font"), document.createElement("font")]
      inner.append(text.nodeValue ?? "")
      outer.append(inner)
      text.replaceWith(outer)
      replaced.observe(text, { characterData: true })
    }
  }
  const added = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === "characterData") translate(target)
      for (const node of addedNodes) translate(node)
    }
  })
  addEventListener("load", () => {
    translate(document.body)
    added.observe(document.body, { childList: true, characterData: true, subtree: true })
  })
}
