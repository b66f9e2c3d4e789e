import { extname } from "node:path"
import { imageSize } from "image-size"
import { type CheckedBrand, fieldAt, pathOf } from "./checked-brand.ts"
import { errorAt, type Finding, startOf, warningAt } from "./finding.ts"

/** Logos that are absent, empty or too small to read. The loader refuses a logo that is not in assets/. */
export function checkPictures(checked: CheckedBrand): Finding[] {
  const { brandDetail } = checked.brand
  const named = [brandDetail.primaryLogo, brandDetail.secondLogo, brandDetail.logoImage]
  const pictures = checked.assets.filter(({ name }) => named.includes(name))
  const faults = pictures.flatMap(({ name, body }) => {
    const reason = faultOf(name, body)
    const fix = "Save the picture again, at least 40 pixels high, and replace the file."
    return reason
      ? [errorAt("picture", startOf(pathOf(checked, `assets/${name}`)), { reason, fix })]
      : []
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

function faultOf(name: string, body: Buffer): string | undefined {
  if (extname(name) === ".svg") {
    const isDrawn = /<(?:path|rect|circle|ellipse|line|polyline|polygon|text|use)\b/i
    return isDrawn.test(body.toString("utf8")) ? undefined : "the drawing is empty"
  }
  const size = sizeOf(body)
  if (!size) return "no program can read the picture: its size is missing or wrong"
  const { width, height } = size
  if (height < 20 || width < 20) return `is ${width} by ${height} pixels, too small to read`
  return undefined
}

/** Width and height in pixels; undefined if no program can read them. */
function sizeOf(body: Buffer): { width: number; height: number } | undefined {
  try {
    return imageSize(body)
  } catch {
    return undefined
  }
}
