import { BlockList, isIP } from "node:net"

/**
 * Whether the machine at this address is one of the operator's proxies. `hop` 0 is the peer of this
 * server.
 */
export type TrustsProxy = (address: string, hop: number) => boolean

/** Every caller may choose the address that their requests seem to come from. */
export const trustsEveryPeer: TrustsProxy = () => true

const usage =
  "TRUST_PROXY must be the addresses of your proxies, such as 10.0.0.0/8, separated by commas, or how many of them stand in a row"

/**
 * Parses TRUST_PROXY: addresses and networks, a number of proxies, or "true" for every address.
 *
 * Errors: an `Error` with one line for the operator.
 */
export function readTrustProxy(text: string): TrustsProxy {
  const setting = text.trim()
  if (setting === "" || setting === "false") return () => false
  if (setting === "true") return trustsEveryPeer
  if (/^\d+$/.test(setting)) return countOf(setting)
  const list = new BlockList()
  for (const part of setting.split(",")) addTo(list, part.trim())
  return (address) => {
    const version = isIP(address)
    return version !== 0 && list.check(address, version === 6 ? "ipv6" : "ipv4")
  }
}

function countOf(setting: string): TrustsProxy {
  const count = Number(setting)
  if (count > 10) throw new Error(`${usage}, not "${setting}".`)
  return (_, hop) => hop < count
}

function addTo(list: BlockList, network: string): void {
  const [address = "", bits, ...more] = network.split("/")
  const version = isIP(address)
  const longest = version === 6 ? 128 : 32
  const length = bits === undefined ? longest : Number(bits)
  const isNetwork =
    version !== 0 &&
    more.length === 0 &&
    (bits === undefined || /^\d{1,3}$/.test(bits)) &&
    // A length of 0 matches every address, like "true".
    length >= 1 &&
    length <= longest
  if (!isNetwork) throw new Error(`${usage}, not "${network}".`)
  list.addSubnet(address, length, version === 6 ? "ipv6" : "ipv4")
}
