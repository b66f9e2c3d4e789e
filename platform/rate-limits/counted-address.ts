import ipaddr from "ipaddr.js"

/**
 * The caller's address as rate limits count it. An IPv6 customer has a whole /64 to call from, so
 * its first 64 bits count. An IPv4 address counts whole, also when it is written as IPv6.
 *
 * `ip` as the server sees it. Text that is no address counts as it is.
 */
export function countedAddress(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (!(address instanceof ipaddr.IPv6)) return address.toString()
  const network = [...address.parts.slice(0, 4), 0, 0, 0, 0]
  return `${new ipaddr.IPv6(network).toString()}/64`
}
