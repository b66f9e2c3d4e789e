import { createHash } from "node:crypto"
import { extname } from "node:path"
import type { Problem } from "#platform/files/problems.ts"
import { lineAt } from "#platform/files/text-file.ts"
import { headingFontFault, headingFontFile } from "#platform/pdf/heading-font.ts"
import { readDrawing } from "./drawing.ts"
import type { BinaryFile } from "./folder.ts"

export interface Asset {
  name: string
  /** Part of the file's address, so that browsers can cache the file forever. */
  hash: string
  mediaType: string
  body: Buffer
}

const mostBytes = 2_000_000

/** Each media type with the first bytes of its files, or the bytes at an offset. */
const types: Record<string, { mediaType: string; begins?: [string, number] }> = {
  ".svg": { mediaType: "image/svg+xml" },
  ".png": { mediaType: "image/png", begins: ["\x89PNG\r\n\x1a\n", 0] },
  ".jpg": { mediaType: "image/jpeg", begins: ["\xff\xd8\xff", 0] },
  ".webp": { mediaType: "image/webp", begins: ["WEBP", 8] },
  ".woff2": { mediaType: "font/woff2", begins: ["wOF2", 0] },
  ".ttf": { mediaType: "font/ttf", begins: ["\0\x01\0\0", 0] },
  ".css": { mediaType: "text/css; charset=utf-8" },
  ".txt": { mediaType: "text/plain; charset=utf-8" },
}

/** The media type of a brand's file with this name; "" for an unknown kind. */
export function mediaTypeOf(name: string): string {
  return types[extname(name)]?.mediaType ?? ""
}

/**
 * A style sheet may reference only files of the folder, so that pages send no requests to other
 * hosts.
 */
const foreignCss = /@import|url\(\s*["']?\s*(\w+:)?\/\//i

/** A brand's files, ready to be served. */
export function readAssets(files: readonly BinaryFile[], problems: Problem[]): Asset[] {
  return files.map((source) => {
    const { name, body } = source
    const problem = problemOf(source)
    if (problem) problems.push(problem)
    return {
      name,
      hash: createHash("sha256").update(body).digest("hex").slice(0, 16),
      mediaType: mediaTypeOf(name),
      body,
    }
  })
}

function problemOf({ file, name, body }: BinaryFile): Problem | undefined {
  const refuse = (reason: string, line = 1) => ({ file, line, reason })
  const refuseWhere = (pattern: RegExp, reason: string) => {
    const text = body.toString("utf8")
    const match = pattern.exec(text)
    if (!match) return undefined
    return refuse(`${reason}: ${match[0].trim()}`, lineAt({ file, text }, match.index))
  }
  const type = types[extname(name)]
  if (!type) return refuse(`must be one of ${Object.keys(types).join(", ")}`)
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(name)) {
    return refuse("must be named in letters, digits, dots, dashes and underscores")
  }
  if (name.endsWith(".ttf") && name !== headingFontFile) {
    return refuse(`must be named ${headingFontFile}: only documents use .ttf fonts`)
  }
  if (body.length > mostBytes) return refuse(`is larger than ${mostBytes} bytes`)
  if (type.begins) {
    const [bytes, offset] = type.begins
    const found = body.subarray(offset, offset + bytes.length).toString("latin1")
    if (found !== bytes) return refuse(`is no ${type.mediaType} inside`)
  }
  if (name === headingFontFile) {
    const fault = headingFontFault(body)
    return fault === undefined ? undefined : refuse(fault)
  }
  // The site serves SVG files from its own origin, so they must not run scripts there.
  if (name.endsWith(".svg")) {
    const { problem } = readDrawing(body.toString("utf8"))
    return problem && refuse(problem.reason, problem.line)
  }
  if (name.endsWith(".css")) return refuseWhere(foreignCss, "may fetch nothing from elsewhere")
  return undefined
}
