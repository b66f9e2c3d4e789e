import { accentOf, type EmailBrand } from "#platform/email/brand.ts"
import type { EmailMessage } from "#platform/email/email-message.ts"
import { problemAt } from "#platform/files/json-file.ts"
import type { Asset } from "#services/brands/loading/asset-files.ts"
import type { ClientFile } from "#services/brands/loading/client-file.ts"
import type { ClientFolder } from "#services/brands/loading/folder.ts"
import { errorAt, type Finding, warningAt } from "#services/brands/readiness/finding.ts"
import { emailSamples } from "./email-samples.ts"

/**
 * The longest subject. The longest name of a brand with the longest words around it stays below it.
 */
const longestSubject = 160
/** The most bytes of a logo, which is part of each email. */
const mostLogoBytes = 150_000

/**
 * Emails of this brand that would arrive with a part missing. Each kind is rendered with sample
 * facts.
 */
export function checkEmails(
  brand: ClientFile,
  folder: ClientFolder,
  assets: readonly Asset[],
): Finding[] {
  const at = (...path: (string | number)[]) => problemAt(folder.clientJson, path, "")
  const look = brandOf(brand, assets)
  const broken = Object.entries(emailSamples(look)).flatMap(([kind, email]) => {
    const fault = faultOf(email, look)
    return fault === undefined ? [] : [{ kind, fault }]
  })
  const [first] = broken
  return [
    ...(first
      ? [
          errorAt("email", at("name"), {
            reason: `${broken.length === 1 ? "the email" : `${broken.length} kinds of email, such as`} “${first.kind}” ${first.fault}`,
            fix: "Correct name, phoneNumber and sites: each email shows them.",
          }),
        ]
      : []),
    ...(brand.postalAddress === null && sendsReceipts(brand)
      ? [
          warningAt("email", at("postalAddress"), {
            reason: "receipts have no address of the company",
            fix: 'Write "postalAddress" on one line, such as "1 Main Street, Portland, ME 04101".',
          }),
        ]
      : []),
    ...((look.logo?.base64.length ?? 0) * 0.75 > mostLogoBytes
      ? [
          warningAt("email", at("brandDetail", "logoImage"), {
            reason: `the logo of emails is larger than ${mostLogoBytes} bytes, and each email contains it`,
            fix: "Save it at 80 to 160 pixels of height.",
          }),
        ]
      : []),
  ]
}

/** Whether the brand sends receipts. Customers of a group pay at its members. */
function sendsReceipts({ sites, clientGroup }: ClientFile): boolean {
  return clientGroup === null && sites.some(({ isCustomerSite }) => isCustomerSite)
}

function brandOf(brand: ClientFile, assets: readonly Asset[]): EmailBrand {
  const host = brand.sites.find(({ isCustomerSite }) => isCustomerSite) ?? brand.sites[0]
  const logo = assets.find(({ name }) => name === brand.brandDetail.logoImage)
  const styleSheet = assets.find(({ name }) => name === brand.brandDetail.cssFile)
  const buttonColor = styleSheet && accentOf(styleSheet.body.toString())
  const { name, phoneNumber, timeZone, mailColor, postalAddress } = brand
  return {
    ...{ clientName: name, phoneNumber, timeZone, mailColor },
    siteAddress: `https://${host?.host ?? "localhost"}`,
    ...(postalAddress !== null && { postalAddress }),
    ...(buttonColor && { buttonColor }),
    ...(logo && {
      logo: {
        mediaType:
          logo.mediaType === "image/png" ? ("image/png" as const) : ("image/jpeg" as const),
        base64: logo.body.toString("base64"),
      },
    }),
  }
}

/** The problem of an email, as the end of a sentence. */
function faultOf({ subject, html, text }: EmailMessage, brand: EmailBrand): string | undefined {
  if (subject.trim() === "") return "has no subject"
  if (subject.length > longestSubject) {
    return `has a subject of ${subject.length} characters: “${subject}”`
  }
  if (/[{}]|\bundefined\b|\bnull\b|\bNaN\b/.test(`${subject}\n${text}`))
    return "has a part without a value"
  const parts = [brand.clientName.trim(), brand.phoneNumber, new URL(brand.siteAddress).host]
  const missing = parts.find((part) => !text.includes(part))
  if (missing !== undefined) return `does not contain ${missing}`
  return html.includes("<h1") && text.trim() !== "" ? undefined : "has no words"
}
