import type { EmailBrand } from "#platform/email/brand.ts"
import type { createClients } from "./clients.ts"

/**
 * Facts of a client's brand for other subjects. clients.ts finds the client of a host. `addressOf`
 * returns the public address of a host.
 */
export function createBrandLookup(
  clients: Pick<ReturnType<typeof createClients>, "brandByClient" | "hostByClient" | "siteByHost">,
  addressOf: (host: string) => string,
) {
  async function brandOf(client: string, address: string): Promise<EmailBrand> {
    const brand = await clients.brandByClient(client)
    if (!brand) throw new Error(`There is no client ${client}.`)
    const { clientName, phoneNumber, mailColor, logo, logoMediaType } = brand
    return {
      clientName,
      phoneNumber,
      mailColor,
      siteAddress: address,
      ...(logo &&
        logoMediaType && { logo: { mediaType: logoMediaType, base64: logo.toString("base64") } }),
    }
  }

  async function nameOf(client: string): Promise<string> {
    return (await clients.brandByClient(client))?.clientName ?? client
  }

  async function phoneNumberOf(client: string): Promise<string> {
    return (await clients.brandByClient(client))?.phoneNumber ?? ""
  }

  /** Where the client's customers sign in. */
  async function customerHostOf(client: string): Promise<string> {
    const host = await clients.hostByClient(client)
    if (host === undefined) throw new Error(`The client ${client} has no site for its customers.`)
    return host
  }

  async function siteAddressOf(client: string): Promise<string> {
    return addressOf(await customerHostOf(client))
  }

  async function unionHost(groupHost: string, client: string): Promise<string | undefined> {
    const site = await clients.siteByHost(groupHost)
    return site?.group?.items.find((item) => item.client === client)?.hostName
  }

  return { brandOf, nameOf, phoneNumberOf, customerHostOf, siteAddressOf, unionHost }
}

export type BrandLookup = ReturnType<typeof createBrandLookup>
