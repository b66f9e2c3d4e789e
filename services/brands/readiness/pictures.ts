import { extname } from "node:path"
import { imageSize } from "image-size"
import { brandPathOf, type CheckedBrand, fieldAt } from "./checked-brand.ts"
import { errorAt, type Finding, startOf, warningAt } from "./finding.ts"

/**
 * Missing and empty logos, and those that are too small to read. The loader refuses a logo that is
 * not in assets/.
 */
export function checkPictures(checked: CheckedBrand): Finding[] {
  const { brandDetail } = checked.brand
  const named = [brandDetail.primaryLogo, brandDetail.secondLogo, brandDetail.logoImage]
  const pictures = checked.assets.filter(({ name }) => named.includes(name))
  const faults = pictures.flatMap(({ name, body }) => {
    const fault = pictureFault(name, body)
    const fix = "Save the picture again, 40 to 400 pixels high, and replace the file."
    if (!fault) return []
    const at = fault.isStrange ? warningAt : errorAt
    return [
      at("picture", startOf(brandPathOf(checked, `assets/${name}`)), { reason: fault.reason, fix }),
    ]
  })
  const isIcon = checked.brand.headTags.some(
    (tag) => tag.tag === "link" && /\bicon\b/.test(tag.rel),
  )
  return [
    ...faults,
    ...(isIcon
      ? []
      : [
          warningAt("picture", fieldAt(checked, "headTags"), {
            reason: "browser tabs have no icon of the brand",
            fix: `Put icon.svg into assets/ and {"tag":"link","rel":"icon","href":"/brand/${checked.brand.client}/icon/icon.svg"} into headTags.`,
          }),
        ]),
  ]
}

/** A phone needs four bytes of memory for each pixel of a displayed picture. */
const mostPixels = 4_000_000

/** Maximum ratio of height to width of a logo. Headers are 44 pixels high. */
const tallest = 2

/** Whether the file ends before its picture is complete. */
function isCutOff(name: string, body: Buffer): boolean {
  const type = extname(name)
  if (type === ".png") return !body.includes("IEND")
  if (type === ".jpg") return !body.includes(Buffer.from([0xff, 0xd9]))
  return body.length < body.readUInt32LE(4) + 8
}

interface Fault {
  /** The second part of a sentence about the file. */
  reason: string
  /** Set if the picture can be displayed but is probably the wrong one. */
  isStrange?: true
}

/** The defect of a logo. `name` is the name of a file whose bytes the loader accepts. */
export function pictureFault(name: string, body: Buffer): Fault | undefined {
  if (extname(name) === ".svg") {
    const isPrerendered = /<(?:path|rect|circle|ellipse|line|polyline|polygon|text|use)\b/i
    return isPrerendered.test(body.toString("utf8")) ? undefined : { reason: "is an empty drawing" }
  }
  const size = sizeOf(body)
  if (!size) return { reason: "has no size that a program can read" }
  const { width, height } = size
  const pixels = `is ${width} by ${height} pixels`
  if (isCutOff(name, body)) return { reason: "is cut off: the end of the picture is missing" }
  if (width * height > mostPixels) {
    const megabytes = Math.ceil((width * height * 4) / 1_000_000)
    return { reason: `${pixels}, for which a phone needs ${megabytes} MB of memory` }
  }
  if (height < 20 || width < 20) return { reason: `${pixels}, too small to read` }
  if (height <= width * tallest) return undefined
  return { reason: `${pixels}, so tall that headers show it as a thin stripe`, isStrange: true }
}

/** Width and height in pixels; undefined if they cannot be determined. */
function sizeOf(body: Buffer): { width: number; height: number } | undefined {
  try {
    return imageSize(body)
  } catch {
    return undefined
  }
}
