import { BlockList, isIP } from "node:net"
import type { FastifyInstance } from "fastify"
import ipaddr from "ipaddr.js"

/**
 * Whether the machine at this address is one of the operator's proxies. `hop` 0 is the peer of this
 * server.
 */
export type TrustsProxy = (address: string, hop: number) => boolean

/**
 * Trusts every peer, so each caller can choose the address that their requests seem to come from.
 */
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
  return (text) => {
    const address = addressIn(text)
    return address !== undefined && list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4")
  }
}

/**
 * The IP address in the text from a proxy or a socket, without a port, brackets or a zone; an IPv4
 * address in IPv6 notation becomes IPv4. Undefined for any other text. Azure's gateways, for
 * example, append the port of the caller.
 */
export function addressIn(text: string): string | undefined {
  const [, inBrackets, beforePort] =
    /^\[([^\]]*)\](?::\d{1,5})?$|^([\d.]+):\d{1,5}$/.exec(text.trim()) ?? []
  const address = (inBrackets ?? beforePort ?? text.trim()).replace(/%.*$/, "")
  return isIP(address) === 0 ? undefined : ipaddr.process(address).toString()
}

const warnedMinutes = 10

/**
 * Makes `request.ip` an IP address, so that it can be counted. If a proxy passes something else,
 * the request is counted for the proxy, and a warning is logged at most every ten minutes.
 */
export function readClientAddresses(app: FastifyInstance): void {
  let warnedAt: number | undefined
  app.addHook("onRequest", async (request) => {
    const { ip: named } = request
    const address = addressIn(named ?? "")
    const peer = addressIn(request.socket.remoteAddress ?? "") ?? ""
    Object.defineProperty(request, "ip", { value: address ?? peer })
    if (address !== undefined || named === request.socket.remoteAddress) return
    const now = performance.now()
    if (warnedAt !== undefined && now - warnedAt < warnedMinutes * 60_000) return
    warnedAt = now
    request.log.warn(
      { named: named.slice(0, 60) },
      "The proxy names callers by texts that are not IP addresses. They count as one caller; see docs/run/servers.md.",
    )
  })
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
    // A length of 0 would match every address, like "true".
    length >= 1 &&
    length <= longest
  if (!isNetwork) throw new Error(`${usage}, not "${network}".`)
  list.addSubnet(address, length, version === 6 ? "ipv6" : "ipv4")
}
