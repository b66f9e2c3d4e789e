/**
 * An address such as "m•••••s@example.com". Someone who took over the account must not learn the
 * owner's other address here, but the owner should be able to distinguish two of their addresses.
 */
export function maskedForOwner(address: string): string {
  const at = address.lastIndexOf("@")
  const local = address.slice(0, at)
  const end = local.length > 3 ? local.slice(-1) : ""
  return `${local.slice(0, 1)}•••••${end}${address.slice(at)}`
}

/** The masked change of an email address: "from … to …". A note is added if both look the same. */
export function changedEmail(before: string, after: string): string {
  const [from, to] = [before, after].map(maskedForOwner)
  if (before === "") return `to ${to}`
  if (from !== to) return `from ${from} to ${to}`
  return `to another address that looks like ${to}`
}
