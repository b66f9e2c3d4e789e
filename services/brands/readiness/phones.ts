import { dialedNumber, isSampleNumber } from "#contracts/brands/phone-number.ts"
import { lineAt, type TextFile } from "#platform/files/text-file.ts"
import { counted } from "#platform/text/words.ts"
import { anchorsOf } from "./anchors.ts"
import { type CheckedBrand, fieldAt, titleOf } from "./checked-brand.ts"
import { errorAt, type Finding, warningAt } from "./finding.ts"

const fix = "Write a number of ten digits with its area code, such as 1-800-555-0100."

/** Phone links that do not dial a phone, or dial a number other than the visible one. */
export function checkPhoneLinks(source: TextFile): Finding[] {
  return anchorsOf(source).flatMap(({ href, words, place }) => {
    if (!/^tel:/i.test(href)) return []
    const dialed = dialedNumber(href.slice("tel:".length))
    if (dialed === undefined) {
      return [errorAt("phone", place, { reason: `no phone can dial the link ${href}`, fix })]
    }
    if (!/^[\d\s()+.\-–‑x]{7,}$/.test(words) || dialedNumber(words) === dialed) return []
    const reason = `customers read ${words}, and the link dials ${dialed}`
    return [errorAt("phone", place, { reason, fix: `Write the same number in both places.` })]
  })
}

/** Sample phone numbers, except `known`, which is already reported. */
export function checkSampleNumbers(source: TextFile, known: string | undefined): Finding[] {
  const samples = numbersIn(source).filter(
    ({ dialed }) => isSampleNumber(dialed) && dialed !== known,
  )
  return samples.slice(0, 1).map(({ written, line }) =>
    warningAt(
      "placeholder",
      { file: source.file, line },
      {
        reason: `${written} is a sample: no customer reaches you there`,
        fix: "Write your own number.",
      },
    ),
  )
}

/** The phone number of a brand. Every screen and email, and some texts, refer customers to it. */
export function checkPhoneNumber(checked: CheckedBrand): Finding[] {
  const { phoneNumber } = checked.brand
  const place = fieldAt(checked, "phoneNumber")
  const dialed = dialedNumber(phoneNumber)
  if (dialed === undefined) {
    return [errorAt("phone", place, { reason: `no phone can dial “${phoneNumber}”`, fix })]
  }
  const texts = checked.folder.contents.map((text) => ({ text, numbers: numbersIn(text) }))
  const isIn = (number: string) => (one: (typeof texts)[number]) =>
    one.numbers.some((each) => each.dialed === number)
  const uses = texts.filter(isIn(dialed)).length
  const also =
    uses === 0
      ? ""
      : `. ${counted(uses, "text")} of the brand ${uses === 1 ? "has" : "have"} it too`
  const samples: Finding[] = isSampleNumber(dialed)
    ? [
        warningAt("placeholder", place, {
          reason: `${phoneNumber} is a sample: no customer reaches you there${also}`,
          fix: "Write your own number, here and in the texts.",
        }),
      ]
    : []
  const others = texts.filter((one) => one.numbers.length > 0 && !isIn(dialed)(one))
  const main = others.find(({ text }) =>
    ["contact us", "header phone info"].includes(titleOf(text)),
  )
  if (!main && others.length < 2) return samples
  const names = others.map(({ text }) => text.file.split("/").at(-1)).join(", ")
  return [
    ...samples,
    warningAt("phone", place, {
      reason: `${phoneNumber} is not the number in ${names}`,
      fix: "Write the same number there, or name this one beside it.",
    }),
  ]
}

/** A phone number in the usual notations of the United States. */
const written = /(?<![\d-])(?:\+?1[ .-]?)?\(?\d{3}\)?[ .-]?\d{3}[ .-]\d{4}(?![\d-])/g

function numbersIn(source: TextFile): { written: string; dialed: string; line: number }[] {
  return [...source.text.matchAll(written)].flatMap(({ 0: words, index }) => {
    const dialed = dialedNumber(words)
    return dialed === undefined ? [] : [{ written: words, dialed, line: lineAt(source, index) }]
  })
}
