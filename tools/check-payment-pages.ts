import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { type Browser, chromium, type Page } from "@playwright/test"
import type { InventoryEntry } from "#contracts/brands/script-inventory.ts"
import { isPaymentAddress, screenAt, screens } from "#contracts/screens.ts"
import { stripeAddress, stripeScript } from "#ports/payment-gateway/stripe/addresses.ts"
import { stripeOrigins } from "#server/adapters/payment-gateway.ts"
import { readCommandLine, runCommandLine } from "#server/config/command-line.ts"
import { type GatewayOrigins, ownFilesPolicy } from "#server/page/content-security-policy.ts"
import { tag } from "#server/page/html.ts"
import { importMapOf, inlineHash } from "#server/page/import-map.ts"
import { callAttributes, sessionScript } from "#server/page/session-script.ts"
import { findHeadlessChromium, quietFlags } from "#testing/chromium.ts"

const command = {
  usage: `npm run check-payment-pages -- [--gateway <origin>] https://<site> …
Visits the payment pages of running sites in a browser, and compares their scripts and policy with this build.
  https://<site>      the address of a site, or several
  --gateway <origin>  the origin of a sandbox; Stripe's by default
Exit codes: 0 nothing differs; 1 something differs; 2 a mistyped command, or a page that cannot be checked.`,
  options: { gateway: { type: "string", default: stripeAddress } },
  words: [1, 100],
} as const

const paths = Object.values(screens)
  .map(({ path }) => path)
  .filter(isPaymentAddress)

/**
 * Visits the payment pages of running sites in a browser and compares what they load and run, and
 * their policy, with the inventory of this checkout's build (PCI DSS 4.0.1, 11.6.1). Exits with
 * code 1 if anything differs, and with 2 if a page could not be checked.
 */
async function main(): Promise<void> {
  const { values, words } = readCommandLine(command)
  const file = join(import.meta.dirname, "..", "dist", "scripts.json")
  const inventory = JSON.parse(await readFile(file, "utf8")) as InventoryEntry[]
  const browser = await chromium.launch({
    executablePath: findHeadlessChromium(),
    args: quietFlags,
  })
  let found = 0
  try {
    for (const site of words) {
      const differences = await differencesOf(
        browser,
        new URL(site).origin,
        values.gateway,
        inventory,
      )
      for (const difference of differences) console.log(`${site}  ${difference}`)
      found += differences.length
    }
  } finally {
    await browser.close()
  }
  if (found > 0) process.exitCode = 1
  else
    console.log(
      `${words.length} sites, ${paths.length} pages and ${inventory.length} files each: as in the inventory.`,
    )
}

async function differencesOf(
  browser: Browser,
  origin: string,
  gateway: string,
  inventory: readonly InventoryEntry[],
): Promise<string[]> {
  const differences: string[] = []
  for (const path of paths) {
    const context = await browser.newContext()
    try {
      const page = await context.newPage()
      const found = await visit(page, `${origin}${path}`, { gateway, inventory })
      differences.push(...found.map((difference) => `${path}  ${difference}`))
    } finally {
      await context.close()
    }
  }
  // Downloads with the browser, which also resolves the names of a demo (*.localhost).
  const files = await browser.newPage()
  for (const { path, integrity } of inventory) {
    const response = await files.goto(`${origin}${path}`, { waitUntil: "commit" })
    const content = await response?.body()
    if (!content || sha256(content) !== integrity) {
      differences.push(`${path}  is not the file of the inventory`)
    }
  }
  await files.close()
  return differences
}

async function visit(
  page: Page,
  address: string,
  { gateway, inventory }: { gateway: string; inventory: readonly InventoryEntry[] },
): Promise<string[]> {
  const ran: { url: string; scriptId: string }[] = []
  const debug = await page.context().newCDPSession(page)
  debug.on("Debugger.scriptParsed", ({ url, scriptId, executionContextAuxData }) => {
    const context = executionContextAuxData as { isDefault?: boolean } | undefined
    if (context?.isDefault) ran.push({ url, scriptId })
  })
  await debug.send("Debugger.enable")
  // Without a session the page navigates to another document, which must not be checked.
  let documents = 0
  await page.route("**/*", async (route) => {
    const isDocument = route.request().isNavigationRequest()
    if (isDocument) documents += 1
    // No content: the browser stays on the page, whose scripts can still be read.
    await (isDocument && documents > 1 ? route.fulfill({ status: 204 }) : route.continue())
  })
  const response = await page.goto(address, { waitUntil: "commit" })
  if (!response) throw new Error(`${address} gave no page.`)
  // Reads the text immediately, because the browser drops it when the page navigates.
  const html = await response.text()
  await page.waitForLoadState("networkidle")
  const policy = response.headers()["content-security-policy"] ?? ""
  const inline = [importMapOf(inventory), ...(html.includes(sessionScript) ? [sessionScript] : [])]
  const differences = [
    ...policyDifferences(policy, gateway, inline),
    ...htmlDifferences(html, new URL(address).pathname, inventory),
  ]
  for (const { url, scriptId } of ran) {
    const { scriptSource } = await debug.send("Debugger.getScriptSource", { scriptId })
    if (url === address && scriptSource === sessionScript) continue
    const { origin, pathname } = URL.parse(url) ?? { origin: "", pathname: "" }
    const known = inventory.find((entry) => entry.path === pathname)
    const isOurs = origin === new URL(address).origin && known
    // The provider's script: it changes without notice, and only its hosts may serve it.
    if (gateway === stripeAddress && new URL(stripeScript).origin === origin) continue
    if (!isOurs)
      differences.push(`runs ${url === address ? "an inline script" : url || "evaluated code"}`)
    else if (known.integrity !== sha256(scriptSource))
      differences.push(`runs a changed ${pathname}`)
  }
  return differences
}

function policyDifferences(policy: string, gateway: string, inline: readonly string[]): string[] {
  const accepted = originsAt(gateway).map((one) => ownFilesPolicy("x", one, inline.map(inlineHash)))
  const shown = policy.replace(/'nonce-[^']*'/g, "'nonce-x'")
  return accepted.includes(shown) ? [] : [`has another policy: ${shown}`]
}

/**
 * What a payment page may load of Stripe, or of the sandbox at this origin: a separate process, or
 * frames of the server itself, whose API each site has.
 */
function originsAt(gateway: string): GatewayOrigins[] {
  if (gateway === stripeAddress) return [stripeOrigins]
  const own = { scripts: [], frames: [gateway], images: [] }
  return [
    { ...own, connections: [gateway] },
    { ...own, connections: [] },
  ]
}

/** Compares the tags of the page: each must be in the inventory, with its integrity. */
function htmlDifferences(
  html: string,
  path: string,
  inventory: readonly InventoryEntry[],
): string[] {
  const scripts = html.matchAll(/<script\b([^>]*)>(.*?)<\/script/gis)
  const styles = html.matchAll(/<link\b([^>]*\brel="?(?:stylesheet|modulepreload|preload)[^>]*)>/gi)
  return [
    ...[...scripts].flatMap(([, attributes = "", text = ""]) => {
      if (/type="application\/json"/.test(attributes)) return []
      if (/type="importmap"/.test(attributes) && text === importMapOf(inventory)) return []
      if (isSessionScript(attributes, text, path)) return []
      return isListed(attributes, inventory) && text === "" ? [] : [`names <script${attributes}>`]
    }),
    ...[...styles].flatMap(([, attributes = ""]) => {
      // The operator loads the brand's own files: they are not scripts and may load nothing.
      const isBrand = /href="\/brand\/[^"]+\.(?:css|svg|png|jpg|webp)"/.test(attributes)
      return isBrand || isListed(attributes, inventory) ? [] : [`names <link${attributes}>`]
    }),
    ...(/<[^>]+\son\w+\s*=/i.test(html.replace(/<script\b.*?<\/script/gis, ""))
      ? ["has an event handler in its HTML"]
      : []),
  ]
}

/** Whether it is the script of this page's skeleton, which calls what its screen calls. */
function isSessionScript(attributes: string, text: string, path: string): boolean {
  const screen = screenAt(path, true)
  const [, client = ""] = /data-client="([^"]*)"/.exec(attributes) ?? []
  const [, nonce = ""] = /nonce="([^"]*)"/.exec(attributes) ?? []
  if (!screen || text !== sessionScript) return false
  return `<script${attributes}>` === tag("script", { ...callAttributes(screen, client), nonce })
}

function isListed(attributes: string, inventory: readonly InventoryEntry[]): boolean {
  const path = /(?:src|href)="([^"]+)"/.exec(attributes)?.[1]
  const integrity = /integrity="([^"]+)"/.exec(attributes)?.[1]
  return inventory.some((entry) => entry.path === path && entry.integrity === integrity)
}

function sha256(content: Buffer | string): string {
  return `sha256-${createHash("sha256").update(content).digest("base64")}`
}

await runCommandLine(command, main, { failureCode: 2 })
