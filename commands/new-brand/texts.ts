import { readdirSync, readFileSync } from "node:fs"
import { dialedNumber } from "#contracts/brands/phone-number.ts"
import { cardPatternTitles } from "#contracts/payments/card-pattern.ts"
import { escapeHtml } from "#contracts/placeholders.ts"
import { brandFileNameOf } from "#services/brands/readiness/checked-brand.ts"
import { textPlaces } from "#services/brands/readiness/text-places.ts"
import { type BrandAnswers, hoursOf } from "./answers.ts"

const shared = new URL("../../demo/shared/content/", import.meta.url)

/** Texts of the demo about its own offer. */
const ofDemo = ["ea-plus-member-note.html"]

/** Every text that the screens of a new brand need, by file name. */
export function textsOf(answers: BrandAnswers): Record<string, string> {
  const general = Object.fromEntries(
    readdirSync(shared)
      .filter((file) => !ofDemo.includes(file))
      .map((file) => [file, readFileSync(new URL(file, shared), "utf8")]),
  )
  const texts = { ...general, ...ownTexts(answers) }
  return Object.fromEntries(
    Object.entries(texts).map(([file, text]) => [file, withPlace(file, forBrand(text, answers))]),
  )
}

/** Replaces the demo's phone number and time zone in a text. */
function forBrand(text: string, { phone, timeZone }: BrandAnswers): string {
  return text
    .replaceAll("tel:+18005550100", `tel:${dialedNumber(phone)}`)
    .replaceAll("(800) 555-0100", escapeHtml(phone))
    .replaceAll("midnight Eastern Time", `midnight ${zoneWords(timeZone)}`)
}

/** Adds a comment for the editor about where the text is shown. Comments do not reach a page. */
function withPlace(file: string, text: string): string {
  const place = textPlaces.find(({ title }) => brandFileNameOf(title) === file)
  if (!place || cardPatternTitles.includes(place.title)) return text
  return `<!-- Shown on: ${place.screens}. Edit the words below. -->\n${text}`
}

function ownTexts(answers: BrandAnswers): Record<string, string> {
  const { name, phone, words, host } = answers
  const company = escapeHtml(name)
  const call = `<a href="tel:${dialedNumber(phone)}">${escapeHtml(phone)}</a>`
  const have = words === "insurance" ? "certificates" : "membership plans"
  const pay = words === "insurance" ? "premium" : "membership"
  const hours = hoursInWords(answers)
  return {
    "welcome.html": `<h2>Welcome to ${company}</h2>
<p>See your ${have} and what is due, pay your ${pay} online, and keep your address and email up to date.</p>
`,
    "about-us.html": `<h3>About ${company}</h3>
<p>${company} serves its customers online and by phone. On this site you see your ${have}, what is due, and how you pay.</p>
`,
    "contact-us.html": `<h3>By phone</h3>
<p>${call}${hours === "" ? "" : `<br>${hours}`}</p>
<p>Please have your 10-digit Certificate/Plan Number ready. We will never ask you for your password or for a one-time code.</p>
`,
    "header-phone-info.html": `<p>Questions? Call ${call}</p>
`,
    "accessibility-statement.html": `<p>${company} wants everyone to be able to use ${escapeHtml(host)}, also with a screen reader, with a keyboard alone, or with enlarged text.</p>
<h2>Our standard</h2>
<p>We follow the Web Content Accessibility Guidelines (WCAG) 2.2 at level AA.</p>
<h2>Tell us about a barrier</h2>
<p>If you cannot use a part of this site, please call us at ${call}. Tell us the page and what happened. We will help you with what you wanted to do, and correct the page.</p>
`,
    "claim-now.html": `<p>Do you need to file a claim? Please have your Certificate/Plan Number ready, along with any bills or reports for the claim, and call us at ${call}.</p>
`,
  }
}

function hoursInWords({ hours, timeZone }: BrandAnswers): string {
  return (hoursOf(hours) ?? [])
    .map(({ days, opens, closes }) => {
      const span = days.length === 1 ? days[0] : `${days[0]} to ${days.at(-1)}`
      return `${span}, ${clock(opens)} to ${clock(closes)} ${zoneWords(timeZone)}`
    })
    .join("<br>")
}

function clock(time: string): string {
  const [hours = 0, minutes = 0] = time.split(":").map(Number)
  const rest = minutes === 0 ? "" : `:${String(minutes).padStart(2, "0")}`
  return `${hours % 12 === 0 ? 12 : hours % 12}${rest} ${hours % 24 < 12 ? "a.m." : "p.m."}`
}

/** The time zone in words, such as "Eastern Time". */
function zoneWords(timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longGeneric" })
  return parts.formatToParts(0).find(({ type }) => type === "timeZoneName")?.value ?? timeZone
}
