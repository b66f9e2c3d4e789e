import { escapeHtml } from "#contracts/placeholders.ts"
import { type EmailBrand, inkOn } from "./brand.ts"

/** Plain text; the layout escapes it. */
export interface EmailContent {
  heading: string
  /** The preview in a list of emails; visible on locked screens, so it contains nothing secret. */
  preview: string
  blocks: EmailBlock[]
}

type EmailBlock =
  | { paragraph: string }
  | { code: string; caption: string }
  | { link: string; label: string }
  | { facts: readonly (readonly [name: string, value: string])[] }
  | { note: string }

/** The salutation, which also works for a person without a name on file. */
export function greeting(firstName: string): EmailBlock {
  return { paragraph: firstName.trim() === "" ? "Hello," : `Hello ${firstName.trim()},` }
}

/** The person who gets an email. */
export interface Greeted {
  firstName: string
  /** The product that identifies the account; "" if there is none, as for staff. */
  policyNumber: string
}

/** The salutation, and a line that lets people who share a mailbox tell their emails apart. */
export function personalGreeting({ firstName, policyNumber }: Greeted): EmailBlock[] {
  if (policyNumber === "") return [greeting(firstName)]
  const note = `This email is about the account with the Certificate/Plan Number ending in ${policyNumber.slice(-4)}.`
  return [greeting(firstName), { note }]
}

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

const unsubscribeText = "Unsubscribe from transaction emails"

/** Styles for mail programs with dark mode; the others use the inline colors. */
const darkScheme = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #131517 !important; }
  .card { background: #1e2124 !important; border-color: #34383d !important; }
  .ink { color: #eef0f1 !important; }
  .quiet, .quiet a { color: #abb2b9 !important; }
  .box { background: #2a2e33 !important; border-color: #454b52 !important; }
  .button { border-color: #8b949c !important; }
}
@media (max-width: 480px) {
  .side { padding-left: 20px !important; padding-right: 20px !important; }
  .gap { padding: 12px !important; }
}`

/** The same content as HTML and as plain text, in the client's layout. */
export function emailLayout(
  brand: EmailBrand,
  content: EmailContent,
): { html: string; text: string } {
  return { html: htmlOf(brand, content), text: textOf(brand, content) }
}

function htmlOf(brand: EmailBrand, { heading, preview, blocks }: EmailContent): string {
  const band = escapeHtml(brand.mailColor)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escapeHtml(heading)}</title>
<style>${darkScheme}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f4f3f0;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}${"&#847;&zwnj;&nbsp;".repeat(60)}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f4f3f0">
<tr><td class="gap" align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px">
<tr><td class="card" style="background:#ffffff;border:1px solid #e3e1dc;border-radius:10px;overflow:hidden">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td class="side" bgcolor="${band}" style="background:${band};padding:24px 40px">${logoOf(brand)}</td></tr>
<tr><td class="side" style="padding:36px 40px 28px">
<h1 class="ink" style="margin:0 0 20px;${font};font-size:26px;line-height:1.25;font-weight:700;color:#1c1f22">${escapeHtml(heading)}</h1>
${blocks.map((block) => blockOf(block, brand)).join("\n")}
</td></tr>
</table>
</td></tr>
<tr><td class="side quiet" style="padding:24px 40px 0;${font};font-size:14px;line-height:1.6;color:#5f656c">${footerOf(brand)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

function logoOf({ clientName, mailColor, logo }: EmailBrand): string {
  const name = escapeHtml(clientName)
  const style = `${font};font-size:22px;line-height:1.3;font-weight:700;color:${inkOn(mailColor)}`
  if (!logo) return `<span style="${style}">${name}</span>`
  return `<img src="cid:logo" alt="${name}" height="40" style="display:block;height:40px;width:auto;max-width:100%;border:0;${style}">`
}

function blockOf(block: EmailBlock, { mailColor, buttonColor = mailColor }: EmailBrand): string {
  if ("code" in block) {
    // One run of digits with a visual space between them, so that copying yields only digits.
    return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px"><tr><td class="box" align="center" style="padding:20px 8px 16px;background:#f4f6f7;border:1px solid #d9dde0;border-radius:8px">
<div class="ink" style="padding-left:8px;${font};font-size:38px;line-height:46px;font-weight:600;letter-spacing:8px;font-variant-numeric:tabular-nums;color:#1c1f22">${escapeHtml(block.code)}</div>
<div class="quiet" style="padding-top:4px;${font};font-size:15px;line-height:1.6;color:#5f656c">${escapeHtml(block.caption)}</div>
</td></tr></table>`
  }
  if ("link" in block) {
    // The address is repeated below the button, for readers who do not trust or cannot press
    // buttons.
    const href = escapeHtml(block.link)
    return `<p style="margin:0 0 16px"><a class="button" href="${href}" style="display:inline-block;padding:14px 28px;background:${escapeHtml(buttonColor)};border:1px solid ${edgeOf(buttonColor)};border-radius:8px;${font};font-size:17px;line-height:1.3;font-weight:600;color:${inkOn(buttonColor)};text-decoration:none">${escapeHtml(block.label)}</a></p>
<p class="quiet" style="margin:0 0 24px;${font};font-size:14px;line-height:1.6;color:#5f656c;word-break:break-all"><a href="${href}" style="color:#5f656c">${brokenAddress(block.link)}</a></p>`
  }
  if ("facts" in block) return factsOf(block.facts)
  if ("note" in block) {
    return `<p class="quiet" style="margin:0 0 12px;${font};font-size:15px;line-height:1.6;color:#5f656c">${shown(block.note)}</p>`
  }
  return `<p class="ink" style="margin:0 0 20px;${font};font-size:17px;line-height:1.6;color:#1c1f22">${shown(block.paragraph)}</p>`
}

/** The longest part of an address that fits on a line of a phone. */
const mostUnbroken = 34

/** The address, with line breaks after its slashes, and inside a part only if that is long. */
function brokenAddress(address: string): string {
  const parts = address.split(/(?<=[^/:]\/)/)
  return parts
    .map((part) =>
      part.length > mostUnbroken
        ? escapeHtml(part)
        : `<span style="white-space:nowrap">${escapeHtml(part)}</span>`,
    )
    .join("")
}

function factsOf(facts: readonly (readonly [string, string])[]): string {
  const cell = `padding:6px 0;${font};font-size:17px;line-height:1.5;vertical-align:top`
  const rows = facts.map(
    ([name, value]) =>
      `<tr><th class="quiet" scope="row" align="left" width="40%" style="${cell};padding-right:16px;font-weight:400;color:#5f656c">${shown(name)}</th><td class="ink" style="${cell};font-weight:600;font-variant-numeric:tabular-nums;color:#1c1f22">${shown(value)}</td></tr>`,
  )
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px">${rows.join("\n")}</table>`
}

/**
 * The text, escaped and without line breaks inside phone numbers and other groups of digits with
 * hyphens.
 */
function shown(text: string): string {
  const unbroken = '<span style="white-space:nowrap">$&</span>'
  return escapeHtml(text).replace(/\(\d{3}\) \d{3}-\d{4}|\S*\d-\d\S*/g, unbroken)
}

function footerOf({ clientName, phoneNumber, siteAddress, unsubscribeLink }: EmailBrand): string {
  const link = (href: string, text: string) =>
    `<a href="${escapeHtml(href)}" style="color:#5f656c;text-decoration:underline">${shown(text)}</a>`
  const phone = link(`tel:${phoneNumber.replace(/[^\d+]/g, "")}`, phoneNumber)
  const lines = [
    escapeHtml(siteTitle(clientName)),
    link(siteAddress, siteName(siteAddress)),
    `Questions? Call us at ${phone}. Replies to this email are not read.`,
  ]
  if (unsubscribeLink) lines.push(link(unsubscribeLink, unsubscribeText))
  return lines.join("<br>")
}

/**
 * The name of the site: the client's name with the product's name, unless it already contains it.
 */
function siteTitle(clientName: string): string {
  return clientName.includes("My Account") ? clientName : `${clientName} My Account`
}

function textOf(brand: EmailBrand, { heading, blocks }: EmailContent): string {
  const parts = blocks.map((block) => {
    if ("code" in block) return `    ${block.code}\n\n${block.caption}`
    if ("link" in block) return `${block.label}:\n${block.link}`
    if ("facts" in block) return block.facts.map(([name, value]) => `${name}: ${value}`).join("\n")
    return "note" in block ? block.note : block.paragraph
  })
  const footer = `-- \n${siteTitle(brand.clientName)}\n${brand.siteAddress}\nQuestions? Call us at ${brand.phoneNumber}. Replies to this email are not read.\n`
  const unsubscribe = brand.unsubscribeLink ? `${unsubscribeText}:\n${brand.unsubscribeLink}\n` : ""
  return [heading, ...parts, `${footer}${unsubscribe}`].join("\n\n")
}

/** The address without its scheme, for display. */
export function siteName(siteAddress: string): string {
  return new URL(siteAddress).host
}

/** A button in a light color needs an edge on the white card. */
function edgeOf(color: string): string {
  const ink = inkOn(color)
  return ink === "#ffffff" ? escapeHtml(color) : ink
}
