import { parse } from "tldts"
import { isEmailAddressOfAnyEnding } from "#contracts/email-address-rules.ts"
import { screenAt } from "#contracts/screens.ts"
import type { TextFile } from "#platform/files/text-file.ts"
import { anchorsOf } from "./anchors.ts"
import { assetOf, type CheckedBrand, fieldAt } from "./checked-brand.ts"
import { errorAt, type Finding, type FindingPlace } from "./finding.ts"

/** Broken links in a text. */
export function checkLinks(source: TextFile, checked: CheckedBrand | undefined): Finding[] {
  return anchorsOf(source).flatMap(({ href, place }) => {
    const fault = faultOf(href, checked)
    return fault ? [errorAt("link", place, fault)] : []
  })
}

/** Broken addresses in client.json. */
export function checkAddresses(checked: CheckedBrand): Finding[] {
  const { brandDetail, claimUrl, headTags, bodyScripts } = checked.brand
  const outside = (place: FindingPlace, address: string | null) => {
    const fault = address === null ? undefined : foreignFault(withScheme(address))
    return fault ? [errorAt("link", place, fault)] : []
  }
  const own = (place: FindingPlace, address: string) => {
    if (!address.startsWith("/")) return outside(place, address)
    if (isAsset(address, checked)) return []
    const fix = `Put the file into assets/, and write /brand/${checked.brand.client}/icon/FILE with its name.`
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

/** `checked` is undefined for shared texts. An address of a brand's file is then not checked. */
function faultOf(href: string, checked: CheckedBrand | undefined): Fault {
  if (href === "") {
    return { reason: "a link has no address", fix: "Write its href, or remove the link." }
  }
  if (href.startsWith("#")) return anchorFault(href)
  // checkPhoneLinks checks phone links.
  if (/^tel:/i.test(href)) return undefined
  if (/^mailto:/i.test(href)) return mailFault(href)
  if (/^https?:/i.test(href)) return foreignFault(href)
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(href)?.[1]
  if (scheme !== undefined) {
    return {
      reason: `the link to ${href} is removed: browsers open no ${scheme}: for customers`,
      fix: "Write an address that begins with https://, mailto:, tel: or /.",
    }
  }
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

function mailFault(href: string): Fault {
  const address = href.slice("mailto:".length).split("?")[0] ?? ""
  if (isEmailAddressOfAnyEnding(address)) return undefined
  return {
    reason: `the link ${href} has no email address`,
    fix: "Write the whole address, such as mailto:service@your-company.com.",
  }
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
  if (isHost && labels.at(-1) !== "invalid") {
    const { isIcann, isIp, publicSuffix } = parse(address?.hostname ?? "")
    if (isIcann || isIp || publicSuffix === "localhost") return undefined
    return {
      reason: `${href}: no domain of the internet ends in .${labels.at(-1)}`,
      fix: "Correct the ending of the host, such as .com.",
    }
  }
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

/** The address without a trailing slash and capitals, which lead to the same screen (HOST-13). */
function plain(path: string): string {
  return path.length > 1 ? path.replace(/\/$/, "").toLowerCase() : path
}

function withScheme(address: string): string {
  return /^https?:/i.test(address) ? address : `https://${address}`
}
