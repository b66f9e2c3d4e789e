import { lineAt, type TextFile } from "#platform/files/text-file.ts"
import { type CheckedBrand, fieldAt } from "./checked-brand.ts"
import { type Finding, type FindingPlace, warningAt } from "./finding.ts"

/** Hosts in an email or web address that are reserved and never have an owner. Source: RFC 2606. */
const reserved =
  /(?:[\w.+-]*@|https?:\/\/|www\.)(?:[a-z0-9-]+\.)*(?:example\.(?:com|net|org)|[a-z0-9-]+\.(?:example|invalid|test))(?![\w-])/i

/** Whether the host of an email or web address is a reserved one. */
export function isReservedAddress(address: string): boolean {
  return reserved.test(address)
}

/** Sample addresses in a text. */
export function checkSampleAddresses(source: TextFile): Finding[] {
  const match = reserved.exec(source.text)
  if (!match) return []
  const place = { file: source.file, line: lineAt(source, match.index) }
  return [sampleAt(place, `${match[0]} is`, "Write your own address.")]
}

/** Sample addresses and hosts in client.json. `postalAddresses` are those of the sample brands. */
export function checkSampleFields(
  checked: CheckedBrand,
  postalAddresses: readonly string[],
): Finding[] {
  const { brandDetail, claimUrl, postalAddress, sites } = checked.brand
  const links = [
    { path: ["claimUrl"], address: claimUrl },
    ...(["primaryLogoAnchorLink", "secondLogoAnchorLink"] as const).map((field) => ({
      path: ["brandDetail", field],
      address: brandDetail[field],
    })),
  ]
  return [
    ...links.flatMap(({ path, address }) =>
      address !== null && isReservedAddress(address.replace(/^(?!https?:)/i, "https://"))
        ? [sampleAt(fieldAt(checked, ...path), `${address} is`, "Write your own address.")]
        : [],
    ),
    ...(postalAddress !== null && postalAddresses.includes(postalAddress)
      ? [
          sampleAt(
            fieldAt(checked, "postalAddress"),
            `“${postalAddress}”, which receipts show, is`,
            "Write the address of your company.",
          ),
        ]
      : []),
    ...(!isLive(checked.brand)
      ? [
          sampleAt(
            fieldAt(checked, "sites"),
            `${sites.map(({ host }) => host).join(", ")}: each host is`,
            "Write the name that customers type, such as my.your-company.com.",
          ),
        ]
      : []),
  ]
}

/** Whether customers can reach a site of this brand: at least one host is not a sample. */
export function isLive({ sites }: Pick<CheckedBrand["brand"], "sites">): boolean {
  return !sites.every(({ host }) => /(^|\.)(localhost|example\.(com|net|org))$/.test(host))
}

/** A sample that was not replaced. It may be published for a trial. `what` ends with a verb. */
export function sampleAt(
  place: FindingPlace,
  what: string,
  fix: string,
  kind = "a sample",
): Finding {
  return warningAt("placeholder", place, { reason: `${what} ${kind}`, fix })
}
