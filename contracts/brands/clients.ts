import { z } from "zod"
import { endpoint } from "../endpoint.ts"
import { shownDate } from "../shapes.ts"
import { weekdays } from "./phone-hours.ts"

const brandDetail = z.object({
  primaryLogo: z.string(),
  secondLogo: z.string().nullable(),
  primaryLogoAnchorLink: z.string().nullable(),
  logoImageUrl: z.string().nullable(),
  cssFileUrl: z.string().nullable(),
})

const initData = z.object({
  client: z.string(),
  clientName: z.string(),
  clientPhoneNumber: z.string(),
  /**
   * The hours when people answer the phone, in `timeZone`; empty if the client does not publish
   * them.
   */
  phoneHours: z.array(
    z.object({ days: z.array(z.enum(weekdays)), opens: z.string(), closes: z.string() }),
  ),
  /** Days such as "2026-11-26" on which no one answers the phone; absent if there are none. */
  closed: z.array(z.string()).optional(),
  /** The IANA name of the time zone of the client's business day. */
  timeZone: z.string(),
  /** The client's business day at the time of the reply. Dates of another year show their year. */
  currentDate: shownDate,
  isCustomerSite: z.boolean(),
  isClientGroup: z.boolean(),
  clientGroupName: z.string().nullable(),
  clientGroupHostName: z.string().nullable(),
  gtmId: z.string().nullable(),
  /** Whether pages of this brand contain third-party scripts or other third-party content. */
  hasBrandScripts: z.boolean(),
  searchIndex: z.boolean(),
  metaDescription: z.string(),
  showContactUs: z.boolean(),
  showAboutUs: z.boolean(),
  /** The address for filing a claim, for a link in the side panel; null without one. */
  claimUrl: z.string().nullable(),
  /** The address for the second logo's link; null without one. */
  secondLogoAnchorLink: z.string().nullable(),
  brandDetail,
  /**
   * The ways in which staff can sign in at a support site; undefined if a password is the only way.
   */
  staffSignIn: z
    .object({
      providers: z.array(z.object({ name: z.string(), label: z.string() })),
      allowsLocalAccounts: z.boolean(),
    })
    .optional(),
})
export type InitData = z.output<typeof initData>

const clientGroup = z.object({
  label: z.string(),
  /**
   * The group's word for one of its members, such as "union" or "guild", as used inside a sentence.
   */
  term: z.string(),
  items: z.array(
    z.object({ client: z.string(), name: z.string(), subGroup: z.string(), hostName: z.string() }),
  ),
})
export type ClientGroup = z.output<typeof clientGroup>

/**
 * Every page makes both calls once, and a whole office can share one address: 200 people can open
 * six pages each within a minute.
 */
const statusLimit = { calls: 1_200, minutes: 1 }

const serviceStatus = z.object({
  status: z.enum(["UP", "DEGRADED"]),
})

export const clients = {
  "GET /appcontent/clientAttributes": endpoint({
    summary: "The client, the site and the brand of this host",
    role: "anonymous",
    site: "any",
    reply: initData,
    errors: [],
  }),
  "GET /appcontent/clientGroup/{nameOrId}": endpoint({
    summary: "The unions of a client group",
    role: "anonymous",
    site: "any",
    params: z.object({ nameOrId: z.string().max(100) }),
    reply: clientGroup,
    errors: ["request.notFound"],
  }),
  "GET /appcontent/serviceStatus": endpoint({
    summary: "Whether the portal works",
    role: "anonymous",
    site: "any",
    rateLimit: statusLimit,
    reply: serviceStatus,
    errors: [],
  }),
  "GET /appcontent/backendServices": endpoint({
    summary: "The services that the portal uses, and whether each one is reachable",
    role: "anonymous",
    site: "any",
    rateLimit: statusLimit,
    reply: z.object({
      items: z.array(z.object({ name: z.string(), status: z.enum(["UP", "DOWN"]) })),
    }),
    errors: [],
  }),
  "GET /appcontent/publicIp": endpoint({
    summary: "The IP address of this request",
    role: "anonymous",
    site: "any",
    reply: z.object({ ip: z.string() }),
    errors: [],
  }),
}
