import { assetOf, type CheckedBrand } from "./checked-brand.ts"
import { errorAt, type Finding, warningAt } from "./finding.ts"
import { type Sheet, unquoted } from "./sheet.ts"

/** Families that devices have, or choose among their own. */
const ofDevices =
  /^(system-ui|ui-.*|-apple-system|BlinkMacSystemFont|Segoe UI|Roboto|Helvetica( Neue)?|Arial( Narrow| Black)?|Georgia|Times( New Roman)?|Verdana|Tahoma|Trebuchet MS|Courier( New)?|Palatino.*|Garamond|serif|sans-serif|monospace|cursive|fantasy|inherit)$/i

/** Fonts and other files that brand.css names and that are not in assets/. */
export function checkFonts(sheet: Sheet, checked: CheckedBrand): Finding[] {
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
