// Takes pictures of every state of every screen, for `npm run prove -- pictures`.

import { readFile } from "node:fs/promises"
import { basename, join } from "node:path"
import type { Page } from "@playwright/test"
import { test } from "./fixtures.ts"
import { waitForIdlePage } from "./idle-page.ts"
import { faultsOfStates, states } from "./screen-states.ts"

const { PICTURES_TO = "test-results/pictures", PICTURES_LOOKS } = process.env
/** Brands whose look each state of another brand gets too. */
const looks = PICTURES_LOOKS?.split(",") ?? []
const widths = [390, 768, 1280]
const schemes = ["light", "dark"] as const
const demo = join(import.meta.dirname, "../demo/clients")

test.use({ expectedFaults: faultsOfStates })

for (const { name, open, dialogs = [], tags = [] } of states) {
  test(name, { tag: [...tags] }, async ({ page, app, port, site, login, readCode, readEmail }) => {
    test.slow()
    const shown = (await open({ page, app, port, site, login, readCode, readEmail })) ?? page
    await shown.getByRole("heading", { level: 1 }).first().waitFor()
    await waitForIdlePage(shown)
    const looked = await withLooks(shown)
    await takePictures(looked, name)
    for (const dialog of dialogs) {
      const opener = shown.getByRole("button", { name: dialog, disabled: false })
      const first = opener.filter({ visible: true }).first()
      await shown.setViewportSize({ width: 1280, height: 800 })
      if ((await first.count()) === 0) await shown.setViewportSize({ width: 390, height: 844 })
      const title = (await first.innerText()).split("\n")[0] ?? ""
      await first.click()
      const opened = shown.getByRole("dialog").filter({ visible: true })
      await opened.waitFor()
      await waitForIdlePage(shown)
      await takePictures(looked, `${name} › ${title}`)
      const isQuestion = (await opened.getAttribute("closedby")) === "none"
      const no = opened.getByRole("button", { name: /^(Cancel Request|I Do Not Agree)$/ })
      await (isQuestion ? no.click() : shown.keyboard.press("Escape"))
      await opened.waitFor({ state: "hidden" })
    }
  })
}

interface Looked {
  page: Page
  /** Shows the page in the look of a brand; "" is its own. */
  show(look: string): Promise<void>
}

/** Serves the files of another brand in place of the page's own, on demand. */
async function withLooks(page: Page): Promise<Looked> {
  let shown = ""
  if (looks.length > 0) {
    await page.context().route(/\/brand\/[^/]+\/[^/]+\/[^/]+$/, async (route) => {
      const file = basename(new URL(route.request().url()).pathname)
      const body = shown && (await readFile(join(demo, shown, "assets", file)).catch(() => ""))
      const contentType = file.endsWith(".css") ? { contentType: "text/css" } : {}
      await (body
        ? route.fulfill({ path: join(demo, shown, "assets", file), ...contentType })
        : route.continue())
    })
  }
  return {
    page,
    async show(look) {
      if (look === shown) return
      shown = look
      await page.evaluate(wearLook, look)
    },
  }
}

/** Runs in the page: puts the style sheet and pictures of a brand in place of its own; "" undoes it. */
async function wearLook(look: string) {
  const isBrands = (address: string) =>
    new URL(address, location.href).pathname.startsWith("/brand/")
  const pictures = [...document.images].filter(({ src }) => isBrands(src))
  for (const link of document.querySelectorAll("link[data-look]")) link.remove()
  const own = [...document.styleSheets].filter(({ href, ownerNode }) =>
    href ? isBrands(href) : ownerNode?.textContent?.includes("--brand-accent:"),
  )
  for (const sheet of own) sheet.disabled = look !== ""
  const of = (address: string) =>
    new URL(address, location.href).pathname + (look && `?look=${look}`)
  for (const picture of pictures) picture.src = of(picture.src)
  const [first] = pictures
  if (look !== "" && first) {
    const link = document.createElement("link")
    const loaded = new Promise((resolve) => link.addEventListener("load", resolve))
    link.rel = "stylesheet"
    link.dataset.look = look
    link.href = of(first.src).replace(/[^/]+(?=\?)/, "brand.css")
    document.head.append(link)
    await loaded
  }
  await document.fonts.ready
  await Promise.all(pictures.map(async (picture) => await picture.decode().catch(() => undefined)))
}

/**
 * Runs in the page: writes fixed words in place of those that differ from run to run, and hides a QR
 * code, whose text does.
 */
function settleWords() {
  const fixed: [RegExp, string][] = [
    [/\b\d{1,2}:\d{2}(?=\s[AP]M\b)/g, "9:41"],
    [/\b\d{1,2} seconds?\b/g, "30 seconds"],
  ]
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { currentNode: node } = texts
    const before = node.nodeValue ?? ""
    const after = fixed.reduce((text, [words, others]) => text.replace(words, others), before)
    if (after !== before) node.nodeValue = after
  }
  // Codes are never translated.
  for (const code of document.querySelectorAll("[translate=no]")) {
    const text = code.textContent
    if (/^[A-Z\d]{8}$/.test(text)) code.textContent = "A1B2C3D4"
    if (/^([A-Z2-7]{4} )+[A-Z2-7]{1,4}$/.test(text)) code.textContent = "ABCD EFGH"
  }
  for (const path of document.querySelectorAll("svg[shape-rendering=crispEdges] path")) {
    path.setAttribute("d", "M0 0h7v7h-7z")
  }
}

async function takePictures({ page, show }: Looked, state: string): Promise<void> {
  await page.evaluate(settleWords)
  const folder = join(PICTURES_TO, encodeURIComponent(state))
  for (const look of ["", ...looks]) {
    await show(look)
    for (const width of widths) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 800 })
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme })
        await page.screenshot({
          path: join(folder, `${width}-${colorScheme}${look && `-${look}`}.png`),
          fullPage: true,
          animations: "disabled",
        })
      }
    }
  }
  await show("")
}
