import { z } from "zod"
import { weekdays } from "#contracts/brands/phone-hours.ts"
import { readDate } from "#contracts/outside-dates.ts"
import { screens } from "#contracts/screens.ts"
import { isTimeZone } from "#platform/time-zone.ts"
import { isStatementName } from "../statement-name.ts"
import { plannedAway } from "./planned-away.ts"
import { client, hostName, optional, refuseRepeats, text, words } from "./shapes.ts"

const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, {
  error: "must be a time from 00:00 to 24:00, such as 08:00",
})

/** The hours when people answer the phone, in the client's time zone. */
const phoneHours = z
  .array(
    z
      .strictObject({ days: z.array(z.enum(weekdays)).min(1), opens: time, closes: time })
      .refine(({ opens, closes }) => opens < closes, { error: "must open before it closes" }),
  )
  .default([])

/** About eighteen years of the holidays of the Federal Reserve Banks. */
const mostClosedDays = 200

/** Days on which no one answers the phone although `phoneHours` has hours, such as holidays. */
const closed = z
  .array(
    z.string().refine((day) => readDate(day) !== undefined, {
      error: "must be a day that exists, such as 2026-11-26",
    }),
  )
  .max(mostClosedDays, { error: `names more than ${mostClosedDays} days` })
  .default([])

/** More origins than a brand's tools need; a longer list would allow too much. */
const most = 20

const label = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
const named = new RegExp(
  `^https://(\\*\\.)?(${label}\\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])(:\\d{1,5})?$`,
)

/**
 * Origins that a brand's own scripts need. `https://*.example.com` allows every host below
 * example.com. A whole registry such as `https://*.com` or `https://*.co.uk` is refused.
 */
export const origins = z
  .array(z.string().superRefine(checkOrigin))
  .max(most, { error: `names more than ${most} origins` })
  .refine((list) => new Set(list).size === list.length, { error: "names an origin twice" })
  .default([])

/** Whether these origins allow a page to load this address. */
export function areAllowing(list: readonly string[], { origin }: URL): boolean {
  return list.some((named) => {
    // The origin without the default port.
    const allowed = URL.parse(named)?.origin ?? named
    const [scheme, below] = allowed.split("*")
    if (below === undefined) return origin === allowed
    return origin.startsWith(`${scheme}`) && origin.endsWith(below)
  })
}

function checkOrigin(origin: string, context: z.RefinementCtx): void {
  const message = faultOf(origin)
  if (message !== undefined) context.addIssue({ code: "custom", message, input: origin })
}

/** The problem with an origin, as a message; undefined if it is valid. */
function faultOf(origin: string): string | undefined {
  if (!origin.startsWith("https://")) return "must be an origin that begins with https://"
  if (!named.test(origin)) {
    return "must be an origin such as https://chat.example.com or https://*.example.com, in lowercase letters, without a path"
  }
  if (Number(/:(\d+)$/.exec(origin)?.[1] ?? 443) > 65_535) return "has no port that exists"
  if (origin.startsWith("https://*.") && isRegistry(origin.slice("https://*.".length))) {
    return "must name a domain of its own after *., such as https://*.example.com"
  }
  return undefined
}

/**
 * Whether anyone can register a name below this domain, such as co.uk or com.au. Covers only the
 * common registries; a full list would be large. Top-level domains do not match the pattern above.
 */
function isRegistry(domain: string): boolean {
  return /^(ac|co|com|edu|gov|mil|ne|net|nom|or|org)\.[a-z]{2}(:\d+)?$/.test(domain)
}

const fileName = words(100)

/** A web address with or without its scheme. */
const link = words(500).refine((value) => isWebAddress(withScheme(value)), {
  error: "is not a web address",
})
const webAddress = words(500).refine(isWebAddress, {
  error: "must be a web address beginning with https:// or http://",
})
const resource = words(500).refine((value) => /^\/(?!\/)/.test(value) || isWebAddress(value), {
  error: "must be a web address, or a path of this site beginning with /",
})

/** A tag for the head of every page. The operator cannot add raw HTML. */
const headTag = z.discriminatedUnion("tag", [
  z.strictObject({ tag: z.literal("meta"), name: words(100), content: text(1_000) }),
  z.strictObject({ tag: z.literal("link"), rel: words(100), href: resource }),
  z.strictObject({ tag: z.literal("script"), src: resource }),
])

export type HeadTag = z.output<typeof headTag>

const bodyScript = z.union(
  [z.strictObject({ src: resource }), z.strictObject({ text: z.string().min(1).max(20_000) })],
  { error: 'is wrong: write either {"src": …} or {"text": …}' },
)
export type BodyScript = z.output<typeof bodyScript>

const screenNames = Object.keys(screens) as [keyof typeof screens, ...(keyof typeof screens)[]]

const sites = z
  .array(z.strictObject({ host: hostName, isCustomerSite: z.boolean() }))
  .min(1, { error: "must name at least one host" })

const groupItems = z
  .array(z.strictObject({ client, name: words(100), subGroup: text(100), hostName }))
  .min(1, { error: "must name at least one union" })

/** The group's word for one of its members, as in the sentence "Please choose your guild." */
const groupTerm = words(30)
  .refine((value) => !/[<>{}&]/.test(value), { error: "must be a word such as guild" })
  .default("union")

/** Where the client's money goes; see docs/brands.md. */
export const paymentFields = z.strictObject({
  /** Its account with Stripe; without it, that of its group or of the installation. */
  stripeAccount: optional(
    z.string().regex(/^acct_[A-Za-z0-9]{1,60}$/, {
      error: "must be the id of an account with Stripe, such as acct_1A2b3C4d5E6f7G8h",
    }),
  ),
})

export const brandDetail = z.strictObject({
  primaryLogo: fileName,
  primaryLogoAnchorLink: optional(link),
  secondLogo: optional(fileName),
  secondLogoAnchorLink: optional(link),
  logoImage: optional(fileName),
  cssFile: optional(fileName),
})

/**
 * The fields that `appcontent.client` stores in columns of the same name. A new field needs a line
 * here and a column. If browsers receive it, it also needs the contract's `initData` and
 * `initDataOf`.
 */
export const columnFields = {
  client,
  name: words(100),
  /** The name on bank and card statements. Without it, the first words of `name`. */
  shortName: optional(
    z.string().refine(isStatementName, {
      error:
        "must have 5 to 16 characters, at least three of them letters: bank statements show only A to Z, digits, spaces, . and -",
    }),
  ),
  phoneNumber: words(40).refine((value) => /^(\D*\d){7,15}\D*$/.test(value), {
    error: "is not a phone number",
  }),
  phoneHours,
  closed,
  /** The company's address on one line, for receipts. */
  postalAddress: optional(words(200)),
  /** The time zone of the client's business day. */
  timeZone: z.string().refine(isTimeZone, {
    error: "must be the IANA name of a time zone, such as America/New_York",
  }),
  metaDescription: words(400),
  gtmId: optional(z.string().regex(/^[A-Z0-9-]{4,20}$/, { error: "is not a Tag Manager id" })),
  searchIndex: z.boolean(),
  showContactUs: z.boolean(),
  showAboutUs: z.boolean(),
  claimUrl: optional(webAddress),
  mailColor: z.string().regex(/^#[0-9a-fA-F]{6}$/, { error: "must be a color such as #1f4e79" }),
  headTags: z.array(headTag).default([]),
  bodyScripts: z.array(bodyScript).default([]),
  scriptOrigins: origins,
  connectOrigins: origins,
  frameOrigins: origins,
  imageOrigins: origins,
  styleOrigins: origins,
  staffSecondFactor: z.boolean().default(false),
  /** The whole dollars above which a refund needs dual approval. */
  refundApprovalAbove: z.int().min(0).max(1_000_000).default(100),
  /** Whether a refund made at the gateway reopens the bills that its payment settled. */
  gatewayRefundsReopen: z.boolean().default(false),
  /** The maximum of credits that staff can give in 30 days, in years of the product's cost. */
  mostCreditYears: z.int().min(0).max(10).default(1),
  /**
   * Hours for which the last good responses of an external account system are cached; 0 turns
   * caching off.
   */
  keptDataHours: z.int().min(0).max(168).default(24),
  plannedAway,
}

const fields = z.strictObject({
  ...columnFields,
  brandDetail,
  payments: paymentFields.default({ stripeAccount: null }),
  sites,
  clientGroup: optional(z.strictObject({ label: words(100), term: groupTerm, items: groupItems })),
  pageTitles: optional(z.partialRecord(z.enum(screenNames), words(100))),
})

export const clientFile = fields.superRefine((file, context) => {
  const { sites, clientGroup } = file
  refuseRepeats(
    context,
    "host",
    sites.map(({ host }, index) => ({ key: host, path: ["sites", index, "host"] })),
  )
  refuseRepeats(
    context,
    "day",
    file.closed.map((key, index) => ({ key, path: ["closed", index] })),
  )
  refuseRepeats(
    context,
    "union",
    (clientGroup?.items ?? []).map(({ client }, index) => {
      return { key: client, path: ["clientGroup", "items", index, "client"] }
    }),
  )
  refuseBlockedLinks(file, context)
})

export type ClientFile = z.output<typeof clientFile>

/** Adds an issue for each link in `headTags` that the policy of the pages would block. */
function refuseBlockedLinks(file: z.output<typeof fields>, context: z.core.$RefinementCtx) {
  for (const [index, headTag] of file.headTags.entries()) {
    if (headTag.tag !== "link") continue
    const { rel, href } = headTag
    const list = originsOfLink(rel)
    const address = URL.parse(href)
    if (!list || !address || file.sites.some(({ host }) => host === address.hostname)) continue
    if (areAllowing(file[list], address)) continue
    const message = `is at ${address.origin}, which ${list} does not name, so no page would load it`
    context.addIssue({ code: "custom", path: ["headTags", index, "href"], message, input: href })
  }
}

/** The list of origins that applies to a link with this `rel`; undefined for other kinds. */
function originsOfLink(rel: string): "styleOrigins" | "imageOrigins" | undefined {
  if (/\bstylesheet\b/i.test(rel)) return "styleOrigins"
  return /\bicon\b/i.test(rel) ? "imageOrigins" : undefined
}

function withScheme(address: string): string {
  return /^https?:\/\//i.test(address) ? address : `https://${address}`
}

function isWebAddress(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value) && !/\s/.test(value)
}
