import type { Clock } from "#platform/clock.ts"
import { accentOf, type PdfBrand } from "#platform/email/brand.ts"
import { dayAt, isTimeZone } from "#platform/time-zone.ts"
import type { createClients } from "./clients.ts"
import { endText, plannedEnd } from "./planned-away.ts"
import { statementNameFrom } from "./statement-name.ts"

/**
 * Data about a client's brand for other subjects. clients.ts finds the client of a host.
 * `addressOf` returns the public address of a host.
 */
export function createBrandLookup(
  clients: Pick<
    ReturnType<typeof createClients>,
    | "brandByClient"
    | "customerClients"
    | "hostByClient"
    | "keptDataHours"
    | "plannedAway"
    | "siteByHost"
  >,
  addressOf: (host: string) => string,
  clock: Clock,
) {
  async function brandOf(client: string, address: string): Promise<PdfBrand> {
    const brand = await clients.brandByClient(client)
    if (!brand) throw new Error(`There is no client ${client}.`)
    const { clientName, phoneNumber, postalAddress, timeZone, mailColor } = brand
    const { logo, logoMediaType, headingFont, styleSheet } = brand
    const buttonColor = styleSheet && accentOf(styleSheet.toString())
    return {
      clientName,
      phoneNumber,
      ...(postalAddress && { postalAddress }),
      timeZone,
      mailColor,
      ...(buttonColor && { buttonColor }),
      siteAddress: address,
      ...(logo &&
        logoMediaType && { logo: { mediaType: logoMediaType, base64: logo.toString("base64") } }),
      ...(headingFont && { headingFont }),
    }
  }

  async function nameOf(client: string): Promise<string> {
    return (await clients.brandByClient(client))?.clientName ?? client
  }

  /** The client's name on bank and card statements. Error: no such client. */
  async function statementNameOf(client: string): Promise<string> {
    const brand = await clients.brandByClient(client)
    if (!brand) throw new Error(`There is no client ${client}.`)
    return brand.shortName ?? statementNameFrom(brand.clientName)
  }

  /** The client's account with Stripe; null for the installation's. Error: no such client. */
  async function stripeAccountOf(client: string): Promise<string | null> {
    const brand = await clients.brandByClient(client)
    if (!brand) throw new Error(`There is no client ${client}.`)
    return brand.stripeAccount
  }

  async function phoneNumberOf(client: string): Promise<string> {
    return (await clients.brandByClient(client))?.phoneNumber ?? ""
  }

  /** The client's time zone, which determines its business day. Error: no such client. */
  async function timeZoneOf(client: string): Promise<string> {
    const brand = await clients.brandByClient(client)
    if (!brand) throw new Error(`There is no client ${client}.`)
    return brand.timeZone
  }

  /** The client's business day: the current date in its time zone. Error: no such client. */
  async function todayOf(client: string): Promise<Temporal.PlainDate> {
    return dayAt(clock.now(), await timeZoneOf(client))
  }

  /** The client's rules about refunds. Error: no such client. */
  async function refundRulesOf(client: string): Promise<RefundRules> {
    const brand = await clients.brandByClient(client)
    if (!brand) throw new Error(`There is no client ${client}.`)
    return {
      approvalAbove: brand.refundApprovalAbove * 100,
      gatewayRefundsReopen: brand.gatewayRefundsReopen,
      mostCreditYears: brand.mostCreditYears,
    }
  }

  /** Hours for which the account system's last responses are cached; 0 for an unknown client. */
  async function keptDataHoursOf(client: string): Promise<number> {
    return (await clients.brandByClient(client))?.keptDataHours ?? 0
  }

  /** The same hours for all clients, by client code. */
  async function keptDataHoursByClient(): Promise<ReadonlyMap<string, number>> {
    const all = await clients.keptDataHours()
    return new Map(all.map(({ client, keptDataHours }) => [client, keptDataHours]))
  }

  /** The clients whose account system is currently in a planned window of unavailability. */
  async function clientsPlannedAway(): Promise<string[]> {
    const now = clock.now()
    return (await clients.plannedAway())
      .filter(({ timeZone }) => isTimeZone(timeZone))
      .filter(({ plannedAway, timeZone }) => plannedEnd(plannedAway, timeZone, now))
      .map(({ client }) => client)
  }

  /**
   * The end of the planned window in which the account system is unavailable now; undefined outside
   * of all windows.
   */
  async function plannedEndOf(client: string): Promise<Temporal.ZonedDateTime | undefined> {
    const brand = await clients.brandByClient(client)
    return brand && plannedEnd(brand.plannedAway, brand.timeZone, clock.now())
  }

  /** That end as text, such as "4:00 a.m. Eastern Time". */
  async function plannedEndTextOf(client: string): Promise<string | undefined> {
    const end = await plannedEndOf(client)
    return end && endText(end, clock.now())
  }

  /** The host where the client's customers sign in. */
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

  return {
    brandOf,
    nameOf,
    statementNameOf,
    stripeAccountOf,
    phoneNumberOf,
    timeZoneOf,
    todayOf,
    refundRulesOf,
    keptDataHoursOf,
    keptDataHoursByClient,
    clientsPlannedAway,
    plannedEndOf,
    plannedEndTextOf,
    customerClients: clients.customerClients,
    customerHostOf,
    siteAddressOf,
    unionHost,
  }
}

interface RefundRules {
  /** The amount in cents above which a refund by staff needs dual approval. */
  approvalAbove: number
  /** Whether a refund made at the gateway reopens the bills that its payment settled. */
  gatewayRefundsReopen: boolean
  /** The maximum of credits that staff can give in 30 days, in years of the product's cost. */
  mostCreditYears: number
}

export type BrandLookup = ReturnType<typeof createBrandLookup>
