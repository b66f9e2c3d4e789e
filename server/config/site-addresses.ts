import type { Config } from "./config.ts"

/** The public addresses of this installation's sites. */
export interface SiteAddresses {
  /** Scheme, host and port of the site at this stored host, such as https://my.example.com. */
  of(host: string): string
  /** Call once the server listens: without SITE_ADDRESS the port is part of the address. */
  listening(port: number): void
}

export function createSiteAddresses(config: Pick<Config, "siteAddress" | "port">): SiteAddresses {
  let pattern = config.siteAddress ?? `http://{host}:${config.port}`
  return {
    of: (host) => pattern.replace("{host}", host),
    listening(port) {
      pattern = config.siteAddress ?? `http://{host}:${port}`
    },
  }
}

/** Why sites would use plain HTTP; undefined if they use HTTPS. */
export function plainSites(siteAddress: string | undefined): string | undefined {
  if (siteAddress?.startsWith("https:")) return undefined
  return "SITE_ADDRESS is not https (cookies and passwords could be read on their way)"
}

/** Parses SITE_ADDRESS. Undefined if the text is not such an address. */
export function readSiteAddress(text: string): string | undefined {
  const address = text.trim().replace(/\/$/, "")
  const port = /^https?:\/\/\{host\}(?::(\d{1,5}))?$/.exec(address)
  const isAddress = port && Number(port[1] ?? 1) >= 1 && Number(port[1] ?? 1) <= 65535
  return isAddress ? address : undefined
}
