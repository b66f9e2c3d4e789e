import { basename } from "node:path"
import { LoadRefused, type Problem } from "#platform/files/problems.ts"
import { type Asset, readAssets } from "../loading/asset-files.ts"
import { cardNumberProblems } from "../loading/card-number-in-file.ts"
import { brandDetail, type ClientFile, clientFile, columnFields } from "../loading/client-file.ts"
import { readContents } from "../loading/content-files.ts"
import { ReleaseRefused } from "./release-checks.ts"
import type { ReleaseContent } from "./release-content.ts"
import type { Edit } from "./releases.ts"

const color =
  /^(#([0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})|(rgb|hsl|hwb|lab|lch|oklab|oklch)a?\([\d\s.,%/+-]+(deg|rad|turn)?[\d\s.,%/+-]*\)|[a-z]{3,30})$/i

/**
 * The style sheet with a new color for this token, such as `--brand-accent`, where it is declared
 * outside of `@media (prefers-color-scheme: dark)`, or inside with `isDark`.
 *
 * Errors: `ReleaseRefused` for an unknown token or a value that is not a color.
 */
function changedToken(css: string, token: string, value: string, isDark: boolean): string {
  if (!color.test(value.trim())) {
    throw new ReleaseRefused(`"${value}" is no color such as #123456, rgb(18 52 86) or navy.`)
  }
  const plain = withoutComments(css)
  const known = [...plain.matchAll(/(?<=[{;]\s*)(--[\w-]+)\s*:([^;}]*?)(?=\s*[;}])/g)].map(
    (found) => ({
      name: found[1] ?? "",
      isDark: isInDark(plain, found.index),
      // The value is the part after the colon.
      from: found.index + found[0].length - (found[2] ?? "").length,
      to: found.index + found[0].length,
    }),
  )
  const places = known.filter((one) => one.name === token && one.isDark === isDark)
  if (places.length === 0) {
    const names = new Set(known.filter((one) => one.isDark === isDark).map(({ name }) => name))
    const where = isDark ? "for the dark scheme " : ""
    throw new ReleaseRefused(
      `The style sheet has no token ${token} ${where}of this brand. It has ${[...names].join(", ") || "none"}.`,
    )
  }
  return places.reduceRight(
    (text, { from, to }) => `${text.slice(0, from)} ${value.trim()}${text.slice(to)}`,
    css,
  )
}

/** The sheet with spaces in place of comments, so that positions stay the same. */
function withoutComments(css: string): string {
  return css.replace(/\/\*.*?\*\//gs, (comment) => " ".repeat(comment.length))
}

/** Whether the position is inside a media query for the dark scheme. */
function isInDark(css: string, place: number): boolean {
  return [...css.matchAll(/@media[^{]*prefers-color-scheme:\s*dark[^{]*\{/g)].some((query) => {
    const from = query.index + query[0].length
    if (place < from) return false
    let depth = 1
    for (const sign of css.slice(from, place)) {
      if (sign === "{") depth += 1
      if (sign === "}") depth -= 1
      if (depth === 0) return false
    }
    return true
  })
}

/** The text with this title, from a file. Errors: `LoadRefused`, as for the same text in a load. */
export function textEdit(title: string, text: string): Edit {
  const source = { file: `content/${title.replaceAll(" ", "-")}.html`, text }
  const problems: Problem[] = cardNumberProblems(source)
  const [content] = readContents([source], problems, [])
  if (problems.length > 0 || !content) throw new LoadRefused(problems)
  return async (release) => {
    const texts = { ...release.texts, [content.title]: content.html }
    return { content: { ...release, texts }, files: [] }
  }
}

/** The fields of client.json that can be changed individually. */
export const editableFields = [
  ...Object.keys(columnFields).filter((field) => field !== "client"),
  ...Object.keys(brandDetail.shape),
]

/** One field. `typed` is its text, or JSON for a field that is not text. */
export function fieldEdit(field: string, typed: string): Edit {
  if (!editableFields.includes(field)) {
    throw new ReleaseRefused(`There is no field ${field}. Fields: ${editableFields.join(", ")}.`)
  }
  return async (release) => {
    const brand = brandOf(release)
    const values = [typed, ...jsonOf(typed)]
    const tried = values.map((value) => clientFile.safeParse(withField(brand, field, value)))
    const fitting = tried.find((one) => one.success)
    if (!fitting?.success) throw new ReleaseRefused(reasonOf(tried.at(-1), field))
    refuseAbsentFile(release, field, fitting.data)
    return { content: { ...release, brand: fitting.data }, files: [] }
  }
}

/** The logo of the header, from a file. Errors: `LoadRefused`, as for the same file in a load. */
export function logoEdit(path: string, body: Buffer): Edit {
  const asset = readAsset(basename(path), body)
  if (!asset.mediaType.startsWith("image/")) {
    throw new ReleaseRefused(`${asset.name} must be a picture.`)
  }
  return async (release) => {
    const brand = brandOf(release)
    const { [brand.brandDetail.primaryLogo]: old, ...others } = release.files
    const detail = { ...brand.brandDetail, primaryLogo: asset.name }
    const isOldNamed = Object.values(detail).includes(brand.brandDetail.primaryLogo)
    const kept = old && isOldNamed ? release.files : others
    const content = { ...release, brand: { ...brand, brandDetail: detail }, files: kept }
    return withFile(content, asset)
  }
}

/**
 * A token of the brand's style sheet, such as `--brand-accent`, in its rules for light or dark.
 * Errors: `ReleaseRefused` for an unknown token or a value that is not a color.
 */
export function colorEdit(token: string, value: string, isDark: boolean): Edit {
  return async (release, bodyOf) => {
    const { cssFile } = brandOf(release).brandDetail
    const file = cssFile === null ? undefined : release.files[cssFile]
    if (cssFile === null || !file) throw new ReleaseRefused("This brand has no style sheet.")
    const css = (await bodyOf(file)).toString("utf8")
    const changed = Buffer.from(changedToken(css, token, value, isDark))
    return withFile(release, readAsset(cssFile, changed))
  }
}

function readAsset(name: string, body: Buffer): Asset {
  const problems: Problem[] = []
  const [asset] = readAssets([{ file: `assets/${name}`, name, body }], problems)
  if (problems.length > 0 || !asset) throw new LoadRefused(problems)
  return asset
}

function withFile(release: ReleaseContent, { name, hash, mediaType, body }: Asset) {
  const file = { hash, mediaType, bytes: body.length }
  return {
    content: { ...release, files: { ...release.files, [name]: file } },
    files: [{ hash, mediaType, body }],
  }
}

function brandOf({ brand }: ReleaseContent): ClientFile {
  if (!brand) throw new ReleaseRefused("shared/ has texts alone.")
  return brand
}

function withField(brand: ClientFile, field: string, value: unknown): object {
  if (!Object.hasOwn(brandDetail.shape, field)) return { ...brand, [field]: value }
  return { ...brand, brandDetail: { ...brand.brandDetail, [field]: value } }
}

function jsonOf(typed: string): unknown[] {
  try {
    return [JSON.parse(typed)]
  } catch {
    return []
  }
}

function reasonOf(tried: ReturnType<typeof clientFile.safeParse> | undefined, field: string) {
  const issue = tried?.error?.issues[0]
  return `${issue?.path.join(".") ?? field} ${issue?.message ?? "is wrong"}.`
}

const fileFields = ["primaryLogo", "secondLogo", "logoImage", "cssFile"] as const

function refuseAbsentFile({ files }: ReleaseContent, field: string, brand: ClientFile): void {
  const named = fileFields.find((one) => one === field)
  const name = named && brand.brandDetail[named]
  if (name && !Object.hasOwn(files, name)) {
    throw new ReleaseRefused(`${field}: the release has no file ${name}.`)
  }
}
