import { basename } from "node:path"
import { LoadRefused, type Problem } from "#platform/files/problems.ts"
import { type Asset, readAssets } from "../loading/asset-files.ts"
import { cardNumberProblems } from "../loading/card-number-in-file.ts"
import { brandDetail, type ClientFile, clientFile, columnFields } from "../loading/client-file.ts"
import { readContents } from "../loading/content-files.ts"
import { changedToken } from "./brand-tokens.ts"
import { ReleaseRefused } from "./release-checks.ts"
import type { ReleaseContent } from "./release-content.ts"
import type { Edit } from "./releases.ts"

/** The text of this title, from a file. Errors: `LoadRefused`, as a load refuses the text. */
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

/** The fields of client.json that can be changed alone. */
export const editableFields = [
  ...Object.keys(columnFields).filter((field) => field !== "client"),
  ...Object.keys(brandDetail.shape),
]

/** One field; `typed` is its text, or JSON for what is no text. */
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

/** The picture of the header, from a file. Errors: `LoadRefused`, as a load refuses the file. */
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
 * Errors: `ReleaseRefused` for an unknown token or a value that is no color.
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
