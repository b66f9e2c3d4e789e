import ipaddr from "ipaddr.js"

/**
 * The client's address as rate limits count it. An IPv6 customer can call from a whole /64, so the
 * first 64 bits count. An IPv4 address counts in full, also when written as IPv6.
 *
 * `ip` is the address that the server sees. Text that is not an address counts as it is.
 */
export function limitedAddress(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (!(address instanceof ipaddr.IPv6)) return address.toString()
  const network = [...address.parts.slice(0, 4), 0, 0, 0, 0]
  return `${new ipaddr.IPv6(network).toString()}/64`
}
