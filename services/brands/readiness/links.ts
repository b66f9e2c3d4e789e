import { screenAt } from "#contracts/screens.ts"
import { lineAt, type TextFile } from "#platform/files/text-file.ts"
import { assetOf, type CheckedBrand, fieldAt } from "./checked-brand.ts"
import { errorAt, type Finding, type Place } from "./finding.ts"

const anchorTag = /<a\b([^>]*)>/gi
const hrefOf = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i

/** Links of a text that lead nowhere. */
export function checkLinks(source: TextFile, checked: CheckedBrand | undefined): Finding[] {
  return [...source.text.matchAll(anchorTag)].flatMap((tag) => {
    const place = { file: source.file, line: lineAt(source, tag.index) }
    const match = hrefOf.exec(tag[1] ?? "")
    const href = match?.[1] ?? match?.[2] ?? match?.[3] ?? ""
    const fault = faultOf(href.trim(), checked)
    return fault ? [errorAt("link", place, fault)] : []
  })
}

/** Addresses of client.json that lead nowhere. */
export function checkAddresses(checked: CheckedBrand): Finding[] {
  const { brandDetail, claimUrl, headTags, bodyScripts } = checked.brand
  const outside = (place: Place, address: string | null) => {
    const fault = address === null ? undefined : foreignFault(withScheme(address))
    return fault ? [errorAt("link", place, fault)] : []
  }
  const own = (place: Place, address: string) => {
    if (!address.startsWith("/")) return outside(place, address)
    if (isAsset(address, checked)) return []
    const fix = `Write /brand/${checked.brand.client}/v1/FILE with the name of a file in assets/.`
    return [errorAt("link", place, { reason: `${address} is no file of the brand`, fix })]
  }
  return [
    ...outside(fieldAt(checked, "claimUrl"), claimUrl),
    ...(["primaryLogoAnchorLink", "secondLogoAnchorLink"] as const).flatMap((field) =>
      outside(fieldAt(checked, "brandDetail", field), brandDetail[field]),
    ),
    ...headTags.flatMap((tag, index) => {
      if (tag.tag === "meta") return []
      const [field, address] = tag.tag === "link" ? ["href", tag.href] : ["src", tag.src]
      return own(fieldAt(checked, "headTags", index, field), address)
    }),
    ...bodyScripts.flatMap((script, index) =>
      "src" in script ? own(fieldAt(checked, "bodyScripts", index, "src"), script.src) : [],
    ),
  ]
}

type Fault = { reason: string; fix: string } | undefined

/** `checked` is absent for texts that clients share: then an address of a brand's file may be any. */
function faultOf(href: string, checked: CheckedBrand | undefined): Fault {
  if (href === "") {
    return { reason: "a link has no address", fix: "Write its href, or remove the link." }
  }
  if (href.startsWith("#")) return anchorFault(href)
  if (/^(mailto|tel):/i.test(href)) return undefined
  if (/^https?:/i.test(href)) return foreignFault(href)
  if (!href.startsWith("/")) {
    return {
      reason: `the link to ${href} is no web address, email, phone number or page of the site`,
      fix: `Write https://${href} for another site, or /${href} for a page of this one.`,
    }
  }
  const [path = "", anchor] = href.split("#")
  const page = path.split("?")[0] ?? ""
  if (page !== "/docs" && !isAsset(page, checked) && screenAt(plain(page), true) === undefined) {
    return {
      reason: `no screen has the address ${page}`,
      fix: "Use an address of contracts/screens.ts, such as /forgot-username or /payment-center.",
    }
  }
  return anchor === undefined ? undefined : anchorFault(`#${anchor}`)
}

function anchorFault(anchor: string): Fault {
  return {
    reason: `the link to ${anchor} leads nowhere: managed texts have no anchors`,
    fix: "Link to the page, or remove the link.",
  }
}

function foreignFault(href: string): Fault {
  const address = URL.parse(href)
  const labels = address?.hostname.split(".") ?? []
  const isHost =
    address?.hostname === "localhost" ||
    /^\[|^[\d.]+$/.test(address?.hostname ?? "") ||
    (labels.length > 1 && labels.every((label) => /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(label)))
  if (isHost && labels.at(-1) !== "invalid") return undefined
  return {
    reason: `${href} has no host that can exist`,
    fix: "Write the whole address, such as https://www.example.com/claims.",
  }
}

function isAsset(path: string, checked: CheckedBrand | undefined): boolean {
  const [, client, name] = /^\/brand\/([^/]+)\/[^/]+\/([^/]+)$/.exec(path) ?? []
  if (client === undefined || name === undefined) return false
  if (!checked || client !== checked.brand.client) return !checked
  return assetOf(checked, name) !== undefined
}

/** Addresses with a slash at the end or with capitals lead to their screen (HOST-13). */
function plain(path: string): string {
  return path.length > 1 ? path.replace(/\/$/, "").toLowerCase() : path
}

function withScheme(address: string): string {
  return /^https?:/i.test(address) ? address : `https://${address}`
}
