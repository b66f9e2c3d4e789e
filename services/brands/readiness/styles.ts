import type { TextFile } from "#platform/files/text-file.ts"
import { assetOf, type CheckedBrand, pathOf } from "./checked-brand.ts"
import { checkContrast } from "./contrast.ts"
import { errorAt, type Finding } from "./finding.ts"
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
