import { closest, distance } from "fastest-levenshtein"
import { dialedNumber } from "#contracts/brands/phone-number.ts"
import {
  cardPatternProblem,
  cardPatternTitle,
  isCardNumberOf,
} from "#contracts/payments/card-pattern.ts"
import { type CardType, cardTypeName, cardTypes } from "#contracts/payments/payment-method-rules.ts"
import type { TextFile } from "#platform/files/text-file.ts"
import type { Asset } from "../loading/asset-files.ts"
import type { ClientFile } from "../loading/client-file.ts"
import type { ClientFolder } from "../loading/folder.ts"
import {
  assetOf,
  brandPathOf,
  type CheckedBrand,
  fieldAt,
  hasCustomerSite,
  managedTextOf,
  titleOf,
} from "./checked-brand.ts"
import { checkContrast } from "./contrast.ts"
import { errorAt, type Finding, startOf, warningAt } from "./finding.ts"
import { checkHosts, checkHostsOfAll } from "./hosts.ts"
import { checkAddresses, checkLinks } from "./links.ts"
import { checkRemovals, checkSigns, checkTags } from "./markup.ts"
import { checkPhoneLinks, checkPhoneNumber, checkSampleNumbers } from "./phones.ts"
import { checkPictures } from "./pictures.ts"
import { checkPlaceholders } from "./placeholders.ts"
import { checkSampleAddresses, checkSampleFields } from "./samples.ts"
import { readSheet, type StyleRules, unquoted } from "./sheet.ts"
import { checkTexts } from "./texts.ts"
import { checkTitles } from "./titles.ts"

/** The maximum number of letters by which a misspelling differs. */
const mostLetters = 4

/** Custom properties that are never read, and values that are never set. */
function checkTokens(sheet: StyleRules, defaults: StyleRules): Finding[] {
  const known = [...new Set(defaults.tokens.map(({ name }) => name))]
  const own = new Set(sheet.tokens.map(({ name }) => name))
  const used = new Set(sheet.uses.map(({ name }) => name))
  const file = sheet.source.file
  const unknown = sheet.tokens.filter(({ name }) => !known.includes(name) && !used.has(name))
  const unset = sheet.uses.filter(({ name }) => !known.includes(name) && !own.has(name))
  return [
    ...unknown.map(({ name, line }) =>
      errorAt(
        "token",
        { file, line },
        {
          reason: `${name} is no property of the design, and nothing in this file uses it`,
          fix: suggestion(name, known),
        },
      ),
    ),
    ...unset.map(({ name, line }) =>
      errorAt(
        "token",
        { file, line },
        {
          reason: `var(${name}) has no value: neither the design nor this file sets it`,
          fix: suggestion(name, [...known, ...own]),
        },
      ),
    ),
  ]
}

function suggestion(name: string, known: readonly string[]): string {
  const nearest = closest(name, known)
  return distance(name, nearest) <= mostLetters
    ? `Did you mean ${nearest}?`
    : "web/ui/tokens.css lists the properties that a brand can set."
}

/** Font families that devices have or choose themselves. */
const ofDevices =
  /^(system-ui|ui-.*|-apple-system|BlinkMacSystemFont|Segoe UI|Roboto|Helvetica( Neue)?|Arial( Narrow| Black)?|Georgia|Times( New Roman)?|Verdana|Tahoma|Trebuchet MS|Courier( New)?|Palatino.*|Garamond|serif|sans-serif|monospace|cursive|fantasy|inherit)$/i

/** Fonts and other files that brand.css references and that are not in assets/. */
function checkFonts(sheet: StyleRules, checked: CheckedBrand): Finding[] {
  const { file } = sheet.source
  const named = [...sheet.fontFaces.flatMap(({ files }) => files), ...sheet.files]
  const absent = named.filter(({ name }) => !assetOf(checked, plainName(name)))
  const families = new Set(sheet.fontFaces.map(({ family }) => family.toLowerCase()))
  const lists = sheet.tokens.filter(({ name }) => name.startsWith("--font-"))
  return [
    ...absent.map(({ name, line }) =>
      errorAt(
        "font",
        { file, line },
        {
          reason: `${name} is not in assets/`,
          fix: `Put the file into clients/${checked.folder.client}/assets/, or correct its name.`,
        },
      ),
    ),
    ...lists.flatMap(({ name, value, line }) => {
      const [first = ""] = value.split(",").map(unquoted)
      if (first.startsWith("var(") || ofDevices.test(first) || families.has(first.toLowerCase())) {
        return []
      }
      return [
        warningAt(
          "font",
          { file, line },
          {
            reason: `${name} begins with “${first}”, which no @font-face of this file gives, so most customers see another font`,
            fix: "Add a .woff2 file with an @font-face, or begin with a font that devices have.",
          },
        ),
      ]
    }),
  ]
}

function plainName(address: string): string {
  return address.replace(/^\.\//, "").replace(/[?#].*$/, "")
}

/** The brand's style sheet combined with the design's values (web/ui/tokens.css). */
function checkStyles(checked: CheckedBrand, tokens: TextFile): Finding[] {
  const name = checked.brand.brandDetail.cssFile
  const asset = name === null ? undefined : assetOf(checked, name)
  if (!asset) return []
  const file = brandPathOf(checked, `assets/${asset.name}`)
  const sheet = readSheet({ file, text: asset.body.toString("utf8") })
  const defaults = readSheet(tokens)
  return [
    ...brokenParts(sheet),
    ...hiddenParts(sheet),
    ...checkTokens(sheet, defaults),
    ...checkFonts(sheet, checked),
    ...checkContrast(sheet, defaults),
  ]
}

function brokenParts({ source, faults }: StyleRules): Finding[] {
  return faults.map(({ line, reason }) =>
    errorAt(
      "style",
      { file: source.file, line },
      {
        reason: reason.split("\n")[0] ?? reason,
        fix: "Correct this line: browsers ignore what they cannot read.",
      },
    ),
  )
}

/** A selector that ends with an element name matches every such element. */
const everyElement = /(^|[\s>+~,])(\*|[a-z][a-z0-9]*)(?=$|,)/i

/** Rules that hide a part of the page from customers, such as every button. */
function hiddenParts({ source, hiding }: StyleRules): Finding[] {
  return hiding.map(({ selector, line }) => {
    const at = everyElement.test(selector) ? errorAt : warningAt
    return at(
      "style",
      { file: source.file, line },
      {
        reason: `${selector} hides a part of the page from customers`,
        fix: "Remove the rule. Flags and empty texts take out what a brand does not want.",
      },
    )
  })
}

const title = "accessibility statement"
const contact =
  /href\s*=\s*["']?(?:mailto|tel):|\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}|[\w.+-]+@[\w-]+\.\w+/i

/**
 * The accessibility statement must describe how a customer can report a barrier. checkTexts reports
 * a missing statement.
 */
function checkStatement(checked: CheckedBrand): Finding[] {
  const own = managedTextOf(checked, title)
  const words = own?.text.trim() ?? ""
  if (!own || words === "" || !hasCustomerSite(checked.brand) || contact.test(words)) return []
  return [
    errorAt("statement", startOf(own), {
      reason: "the accessibility statement does not say how a customer reports a barrier",
      fix: "Name a phone number or an email address in it.",
    }),
  ]
}

/** Test card numbers that each network publishes. */
const samples: Record<CardType, readonly string[]> = {
  VS: ["4242424242424242", "4111111111111111"],
  MC: ["5555555555554444", "2223003122003222"],
  DS: ["6011111111111117", "6011000990139424"],
  AM: ["378282246310005", "371449635398431"],
}

/** A pattern that refuses cards of its type or accepts cards of another type. */
function checkCardPattern(source: TextFile): Finding[] {
  const own = cardTypes.find(({ code }) => cardPatternTitle(code) === titleOf(source))
  if (!own || source.text.trim() === "" || cardPatternProblem(source.text)) return []
  const takes = (code: CardType) =>
    samples[code].some((number) => isCardNumberOf(source.text, number))
  const other = cardTypes.find(({ code }) => code !== own.code && takes(code))
  const name = cardTypeName(own.code)
  if (other) {
    return [
      errorAt("pattern", startOf(source), {
        reason: `the pattern of ${name} takes numbers of ${cardTypeName(other.code)}`,
        fix: "demo/shared/content/ has the pattern of each type.",
      }),
    ]
  }
  if (takes(own.code)) return []
  return [
    warningAt("pattern", startOf(source), {
      reason: `the pattern refuses well-known numbers of ${name}, such as ${samples[own.code][0]}`,
      fix: "demo/shared/content/ has the pattern of each type. An empty file refuses the type.",
    }),
  ]
}

interface CheckedFolder {
  clients: readonly { folder: ClientFolder; brand: ClientFile; assets: readonly Asset[] }[]
  /** Undefined if the folder has no shared/content/. */
  shared: readonly TextFile[] | undefined
  /**
   * Titles of shared texts that are already stored. They count if the folder has no
   * shared/content/.
   */
  storedTitles: readonly string[]
  /** The design's style sheet, web/ui/tokens.css. */
  tokens: TextFile
  /** Postal addresses of the sample brands. */
  samplePostalAddresses: readonly string[]
}

/**
 * Lists the mistakes that customers would notice in the brands of a folder that the loader accepts.
 */
export function checkBrands(folder: CheckedFolder): Finding[] {
  const { clients, shared, storedTitles, tokens, samplePostalAddresses } = folder
  const brands = clients.map(({ brand }) => brand)
  const texts = shared ?? []
  return [
    ...texts.flatMap((text) => checkText(text, undefined)),
    ...checkHostsOfAll(clients),
    ...clients.flatMap((client) => {
      const stored = shared ? [] : storedTitles
      const checked: CheckedBrand = { ...client, shared: texts, storedTitles: stored }
      return [
        ...checkTexts(checked),
        ...checkStatement(checked),
        ...client.folder.contents.flatMap((text) => checkText(text, checked)),
        ...checkSigns(client.folder.clientJson),
        ...checkPhoneNumber(checked),
        ...checkSampleFields(checked, samplePostalAddresses),
        ...checkAddresses(checked),
        ...checkPictures(checked),
        ...checkStyles(checked, tokens),
        ...checkHosts(checked),
        ...checkGroup(checked, brands),
        ...checkTitles(checked),
      ]
    }),
  ]
}

/** `checked` is undefined for shared texts. */
function checkText(text: TextFile, checked: CheckedBrand | undefined): Finding[] {
  return [
    ...checkPlaceholders(text),
    ...checkLinks(text, checked),
    ...checkRemovals(text),
    ...checkTags(text),
    ...checkSigns(text),
    ...checkCardPattern(text),
    ...checkPhoneLinks(text),
    ...checkSampleNumbers(text, checked && dialedNumber(checked.brand.phoneNumber)),
    ...checkSampleAddresses(text),
  ]
}

/** Items of a group that customers could not use. `others` are all brands of the folder. */
function checkGroup(checked: CheckedBrand, others: readonly ClientFile[]): Finding[] {
  const { client, clientGroup } = checked.brand
  if (!clientGroup) return []
  const at = (...path: (string | number)[]) => fieldAt(checked, "clientGroup", ...path)
  const items = clientGroup.items.flatMap((item, index) => {
    const target = others.find((other) => other.client === item.client)
    const site = target?.sites.find(({ host }) => host === item.hostName)
    const refuse = (field: string, reason: string, fix: string) => [
      errorAt("group", at("items", index, field), { reason, fix }),
    ]
    if (item.client === client) {
      return refuse("client", "leads to the group itself", "Name the client of one of its members.")
    }
    if (target?.clientGroup) {
      return refuse("client", `leads to ${item.client}, which is a group too`, "Name its members.")
    }
    if (site?.isCustomerSite === false) {
      const fix = "Name a host of that client with isCustomerSite true."
      return refuse("hostName", `leads to ${item.hostName}, a site for staff`, fix)
    }
    const isSame = (other: typeof item) => other.name.trim() === item.name.trim()
    if (clientGroup.items.findIndex(isSame) < index) {
      return refuse("name", `“${item.name}” is in the list twice`, "Give each item its own name.")
    }
    return []
  })
  if (hasCustomerSite(checked.brand)) return items
  const reason = "the group has no site on which its members could choose"
  return [
    ...items,
    errorAt("group", at(), { reason, fix: 'Add a host with "isCustomerSite": true.' }),
  ]
}
