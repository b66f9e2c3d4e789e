import assert from "node:assert/strict"
import { test } from "node:test"
import { emailSamples } from "./email-samples.ts"

/**
 * The support of mail programs for CSS: one letter for each of `programs`, y for all of it, a for a
 * part, n for nothing. Source: caniemail.com (MIT License, Copyright (c) 2019 Rémi Parmentier),
 * github.com/hteumeuleu/caniemail at 6b086a34 of June 29, 2026.
 */
const programs =
  "Gmail, Gmail iOS, Gmail Android, Outlook Windows, Outlook.com, Outlook macOS, Apple Mail, Apple Mail iOS, Yahoo, Samsung"
const support: Record<string, string> = {
  "@media": "aaanaayyaa",
  "@media (prefers-color-scheme)": "nnnnyyyyny",
  "!important": "aaaayyyyay",
  background: "yyyayyyyay",
  border: "yyyayyyyyy",
  "border-radius": "yyynyyyyay",
  "color-scheme": "nnnnnnyyny",
  display: "yaaayyyyay",
  "font-size": "yyyayyyyaa",
  "font-weight": "yyyayyyyay",
  height: "yyyayyyyny",
  "letter-spacing": "yyyayyyyyy",
  "line-height": "yyyayyyyyy",
  margin: "aaaaaayyay",
  "max-height": "yyynyyyyyy",
  "max-width": "yyyayyyyyy",
  overflow: "aaanaaaaaa",
  padding: "yyyayyyyyy",
  "text-decoration": "yaayyyyyyy",
  "vertical-align": "yyyyyyyyyy",
  "white-space": "yaanyyyyyn",
  width: "yyyayyyyyy",
  "word-break": "yaayaaaana",
}

/** Why an email reads well where a program leaves out a part of this, or all of it. */
const harmless: Record<string, string> = {
  "@media": "small screens keep wider margins",
  "@media (prefers-color-scheme)": "the email stays light, or the program darkens it itself",
  "!important": "needed only inside @media, where programs that know @media know it too",
  background: "we use a color, which every program draws",
  border: "Outlook draws solid borders of tables, and the button has its background",
  "border-radius": "corners are square",
  "border-color": "changes a border in dark mode",
  "color-scheme": "the email stays light",
  display: "block, inline-block and none alone; Outlook shows the button without its padding",
  "font-size": "pixels alone, which every program knows",
  "font-weight": "bold is bold everywhere, and 600 becomes bold",
  height: "that of the logo is also an attribute",
  "letter-spacing": "the digits of a code stand closer",
  "line-height": "lines stand closer",
  margin: "positive lengths alone, which every program knows",
  "max-height": "belongs to the hidden preview, which display: none hides too",
  "max-width": "the table has a width in percent, which Outlook for Windows uses",
  overflow: "belongs to rounded corners and to the hidden preview",
  padding: "of table cells, where Outlook knows it; the button is smaller",
  "padding-left": "like padding",
  "padding-right": "like padding",
  "padding-top": "like padding",
  "text-decoration": "a link keeps its underline",
  "white-space": "a phone number can break at a blank",
  width: "that of tables is also an attribute",
  "word-break": "break-all alone, which every program but Yahoo's website knows; that scrolls",
  // Not at caniemail.com.
  "-webkit-text-size-adjust": "iPhones enlarge text in landscape",
  "font-variant-numeric": "digits have their own widths",
  "supported-color-schemes": "an early name of color-scheme",
}

/** CSS that is as old as HTML's own attributes, so that caniemail.com does not test it. */
const everywhere = ["color", "font-family"]

const brand = {
  clientName: "Harbor Mutual",
  phoneNumber: "(800) 555-0142",
  timeZone: "America/New_York",
  mailColor: "#0c2a3e",
  siteAddress: "https://harbor.example.com",
  unsubscribeLink: "https://harbor.example.com/unsubscribe/secret",
  logo: { mediaType: "image/png", base64: "" },
} as const

/** The properties and rules in the style sheet and the attributes of an email. */
function usedIn(html: string): string[] {
  const sheet = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css = ""]) => css).join("\n")
  const inline = [...html.matchAll(/ style="([^"]*)"/g)].map(([, css = ""]) => css).join(";")
  const declared = `${[...sheet.matchAll(/\{([^{}]*)\}/g)].map(([, css]) => css).join(";")};${inline}`
  const properties = declared
    .replaceAll("&#39;", "'")
    .split(";")
    .map((one) => one.split(":")[0]?.trim() ?? "")
    .filter((name) => name !== "")
  return [
    ...properties,
    ...(sheet.includes("@media (max-width") ? ["@media"] : []),
    ...(sheet.includes("prefers-color-scheme") ? ["@media (prefers-color-scheme)"] : []),
    ...(html.includes("!important") ? ["!important"] : []),
  ]
}

const isPlain = (name: string) =>
  everywhere.includes(name) ||
  /^y+$/.test(support[name.replace(/^(padding|border)-(left|right|top|bottom)$/, "$1")] ?? "")

test("EMAIL-01 every mail program draws the CSS of every email, or the email reads well without it", () => {
  const samples = Object.entries(emailSamples(brand))
  assert.ok(samples.length > 30)
  const used = new Set(samples.flatMap(([, { html }]) => usedIn(html)))
  const unknown = [...used].filter((name) => !isPlain(name) && harmless[name] === undefined)
  assert.deepEqual(unknown, [], `Look these up at caniemail.com, for ${programs}.`)
  const unused = Object.keys(harmless).filter((name) => !used.has(name) || isPlain(name))
  assert.deepEqual(unused, [], "no email uses these, or every program knows them")
})

test("EMAIL-01 a property that a mail program lacks is found in an email", () => {
  const html = `<style>.a { display: flex } @media (max-width: 480px) { .a { gap: 4px } }</style><p style="color:red;box-shadow:none">`
  const unknown = usedIn(html).filter((name) => !isPlain(name) && harmless[name] === undefined)
  assert.deepEqual(unknown, ["gap", "box-shadow"])
})
