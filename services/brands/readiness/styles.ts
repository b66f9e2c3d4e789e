import type { TextFile } from "#platform/files/text-file.ts"
import { assetOf, type CheckedBrand, pathOf } from "./checked-brand.ts"
import { checkContrast } from "./contrast.ts"
import { errorAt, type Finding, warningAt } from "./finding.ts"
import { checkFonts } from "./fonts.ts"
import { readSheet, type Sheet } from "./sheet.ts"
import { checkTokens } from "./tokens.ts"

/** The brand's style sheet upon the design's values (web/ui/tokens.css). */
export function checkStyles(checked: CheckedBrand, tokens: TextFile): Finding[] {
  const name = checked.brand.brandDetail.cssFile
  const asset = name === null ? undefined : assetOf(checked, name)
  if (!asset) return []
  const file = pathOf(checked, `assets/${asset.name}`)
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

function brokenParts({ source, faults }: Sheet): Finding[] {
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

/** A selector that ends in the name of an element meets every one of them. */
const everyElement = /(^|[\s>+~,])(\*|[a-z][a-z0-9]*)(?=$|,)/i

/** Rules after which customers miss a part of the page, such as every button. */
function hiddenParts({ source, hiding }: Sheet): Finding[] {
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
