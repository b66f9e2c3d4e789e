import ipaddr from "ipaddr.js"

/**
 * The client's address in the form that rate limits count. An IPv6 customer can call from a whole
 * /64, so the address is shortened to its first 64 bits. An IPv4 address stays whole, also in IPv6
 * notation.
 *
 * `ip` is the address that the server sees. Text that is not an address stays unchanged.
 */
export function limitedAddress(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (!(address instanceof ipaddr.IPv6)) return address.toString()
  const network = [...address.parts.slice(0, 4), 0, 0, 0, 0]
  return `${new ipaddr.IPv6(network).toString()}/64`
}
