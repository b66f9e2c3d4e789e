/**
 * "m•••••s@example.com". A thief of the account must not learn the owner's other address here, but
 * the owner should be able to tell two of their addresses apart.
 */
export function maskedForOwner(address: string): string {
  const at = address.lastIndexOf("@")
  const local = address.slice(0, at)
  const end = local.length > 3 ? local.slice(-1) : ""
  return `${local.slice(0, 1)}•••••${end}${address.slice(at)}`
}

/** The change of an email address, masked: "from … to …". The text says so if both look the same. */
export function changedEmail(before: string, after: string): string {
  const [from, to] = [before, after].map(maskedForOwner)
  if (before === "") return `to ${to}`
  if (from !== to) return `from ${from} to ${to}`
  return `to another address that looks like ${to}`
}
