import { distance } from "fastest-levenshtein"
import { getDomain, parse } from "tldts"
import { problemAt } from "#platform/files/json-file.ts"
import { type CheckedBrand, fieldAt, hasCustomerSite } from "./checked-brand.ts"
import { errorAt, type Finding, warningAt } from "./finding.ts"

/**
 * Top-level domains that public name servers never resolve. Source: RFC 6761. `localhost` is
 * allowed, for demos.
 */
const neverPublic = ["invalid", "test", "example"]

/** Hosts that browsers cannot reach. The loader refuses a host of two clients. */
export function checkHosts(checked: CheckedBrand): Finding[] {
  const { sites } = checked.brand
  const faults = sites.flatMap(({ host }, index) => {
    const place = fieldAt(checked, "sites", index, "host")
    const fix = "Write the name that customers type, such as my.your-company.com."
    const ending = host.split(".").at(-1) ?? ""
    if (neverPublic.includes(ending)) {
      return [
        errorAt("host", place, {
          reason: `no browser can reach ${host}: .${ending} is reserved`,
          fix,
        }),
      ]
    }
    if (/^\d+$/.test(ending)) {
      return [
        errorAt("host", place, {
          reason: `${host} is an address of numbers, for which no certificate is issued`,
          fix,
        }),
      ]
    }
    if (!host.includes(".") && host !== "localhost") {
      return [
        errorAt("host", place, {
          reason: `${host} has no domain, so only this network knows it`,
          fix,
        }),
      ]
    }
    const { domain, isIcann, isPrivate } = parse(host, { allowPrivateDomains: true })
    if (domain === null && host !== "localhost") {
      return [
        errorAt("host", place, {
          reason: `${host} is an ending under which others register their names`,
          fix,
        }),
      ]
    }
    if (!isIcann && !isPrivate && ending !== "localhost") {
      return [
        warningAt("host", place, { reason: `no domain of the internet ends in .${ending}`, fix }),
      ]
    }
    return []
  })
  const hasPeople = checked.folder.people !== undefined
  if (hasCustomerSite(checked.brand) || !hasPeople) return faults
  const reason = "the client has people, but no site on which they sign in"
  const fix = 'Add a host with "isCustomerSite": true.'
  return [...faults, warningAt("host", fieldAt(checked, "sites"), { reason, fix })]
}

type Site = Pick<CheckedBrand, "folder" | "brand">

/**
 * Hosts of the folder that customers can mistake for one another, because the domain differs in one
 * letter.
 */
export function checkHostsOfAll(clients: readonly Site[]): Finding[] {
  const hosts = clients.flatMap(({ folder, brand }) =>
    brand.sites.map(({ host }, index) => ({
      host,
      place: problemAt(folder.clientJson, ["sites", index, "host"], ""),
    })),
  )
  return hosts.flatMap(({ host, place }, index) => {
    const other = hosts.slice(0, index).find((one) => isLookAlike(one.host, host))
    if (!other) return []
    return [
      warningAt("host", place, {
        reason: `${host} looks like ${other.host}: customers take one for the other`,
        fix: "Correct the host that is misspelled, or give one of them another name.",
      }),
    ]
  })
}

/** Letters and digits that look like another one. */
const twins: readonly (readonly [RegExp, string])[] = [
  [/0/g, "o"],
  [/[1i]/g, "l"],
  [/rn/g, "m"],
  [/vv/g, "w"],
]
/** Shorter names may differ in one letter by chance. */
const longName = 6

function isLookAlike(one: string, other: string): boolean {
  if (one === other) return false
  const seen = (host: string) => twins.reduce((name, [from, to]) => name.replace(from, to), host)
  if (seen(one) === seen(other)) return true
  const [first, second] = [getDomain(one) ?? one, getDomain(other) ?? other]
  // Numbers distinguish the members of a group: local12, local13.
  const isNumbered = first.replace(/\d+/g, "#") === second.replace(/\d+/g, "#")
  if (first.endsWith(".localhost")) return false
  return !isNumbered && first.length >= longName && distance(first, second) === 1
}
