import { z } from "zod"
import { screens } from "#contracts/screens.ts"
import { isTimeZone } from "#platform/time-zone.ts"
import { areAllowing, origins } from "./origins.ts"
import { phoneHours } from "./phone-hours.ts"
import { plannedAway } from "./planned-away.ts"
import { client, hostName, optional, refuseRepeats, text, words } from "./shapes.ts"

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

/** A tag for the head of every page, without any HTML of the operator. */
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

/** The word of the group for one of its members, as inside a sentence: "Please choose your guild." */
const groupTerm = words(30)
  .refine((value) => !/[<>{}&]/.test(value), { error: "must be a word such as guild" })
  .default("union")

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
 * here and a column, and `initData` of the contract with `initDataOf` if browsers receive it.
 */
export const columnFields = {
  client,
  name: words(100),
  phoneNumber: words(40).refine((value) => /^(\D*\d){7,15}\D*$/.test(value), {
    error: "is not a phone number",
  }),
  phoneHours,
  /** The company's address on one line, for receipts. */
  postalAddress: optional(words(200)),
  /** Of the client's business day. */
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
  /** Whole dollars above which a refund needs dual approval. */
  refundApprovalAbove: z.int().min(0).max(1_000_000).default(100),
  /** Whether a refund that was made at the gateway opens the bills again that its money settled. */
  gatewayRefundsReopen: z.boolean().default(false),
  /** Years of the cost of a product that staff can give as credits in 30 days. */
  mostCreditYears: z.int().min(0).max(10).default(1),
  /** How long the last good answers of an account system outside of our database are kept; 0: not. */
  keptDataHours: z.int().min(0).max(168).default(24),
  plannedAway,
}

const fields = z.strictObject({
  ...columnFields,
  brandDetail,
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
    "union",
    (clientGroup?.items ?? []).map(({ client }, index) => {
      return { key: client, path: ["clientGroup", "items", index, "client"] }
    }),
  )
  refuseBlockedLinks(file, context)
})

export type ClientFile = z.output<typeof clientFile>

/** Adds an issue for each link of `headTags` that the policy of the pages would block. */
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

/** The list of origins that a link with this `rel` loads from; undefined for other kinds. */
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
