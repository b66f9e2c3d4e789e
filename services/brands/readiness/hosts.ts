import { type CheckedBrand, fieldAt, hasCustomerSite } from "./checked-brand.ts"
import { errorAt, type Finding, warningAt } from "./finding.ts"

/** Endings that no public name server answers. Source: RFC 6761. `localhost` is for trying. */
const neverPublic = ["invalid", "test", "example"]

/** Hosts that no browser can reach. The loader refuses a host of two clients. */
export function checkHosts(checked: CheckedBrand): Finding[] {
  const { sites } = checked.brand
  const faults = sites.flatMap(({ host }, index) => {
    const place = fieldAt(checked, "sites", index, "host")
    const fix = "Write the name that customers type, such as my.example.com."
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
    return []
  })
  const hasPeople = checked.folder.people !== undefined
  if (hasCustomerSite(checked.brand) || !hasPeople) return faults
  const reason = "the client has people, but no site on which they sign in"
  const fix = 'Add a host with "isCustomerSite": true.'
  return [...faults, warningAt("host", fieldAt(checked, "sites"), { reason, fix })]
}
