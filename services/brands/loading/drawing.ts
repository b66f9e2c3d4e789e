import { SaxesParser } from "saxes"

/** The elements of ordinary drawings. Any other element could run, load or animate something. */
const elements = new Set(
  (
    "svg g path circle ellipse rect line polyline polygon text tspan title desc defs style symbol use " +
    "linearGradient radialGradient stop clipPath mask pattern"
  ).split(" "),
)
const attributes = new Set(
  (
    "xmlns xmlns:xlink version id class style role lang viewBox preserveAspectRatio width height x y x1 y1 x2 y2 " +
    "cx cy r rx ry fx fy d points transform offset href xlink:href dx dy rotate textLength " +
    "lengthAdjust pathLength gradientUnits gradientTransform spreadMethod clipPathUnits " +
    "maskUnits maskContentUnits patternUnits patternContentUnits patternTransform color display " +
    "visibility opacity overflow fill fill-opacity fill-rule stroke stroke-width stroke-opacity " +
    "stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset " +
    "vector-effect clip-path clip-rule mask stop-color stop-opacity paint-order shape-rendering " +
    "text-rendering font-family font-size font-style font-weight letter-spacing word-spacing " +
    "text-anchor text-decoration dominant-baseline baseline-shift aria-label aria-hidden " +
    "aria-labelledby aria-describedby focusable xml:space"
  ).split(" "),
)
const namespaces = new Set(["http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"])

/** Attributes that contain coordinates, not text. */
const geometry = new Set(["d", "points", "transform", "viewBox", "gradientTransform"])

/** The parser's time grows with the square of the depth. */
const mostDepth = 100

export interface Drawing {
  /** The first forbidden part of the drawing, with its line; undefined if there is none. */
  problem: { line: number; reason: string } | undefined
  /** The readable text and names in the drawing, without coordinates. */
  words: string[]
}

/**
 * Reads an SVG file more strictly than browsers do. Allows only known elements and attributes and
 * links within the drawing, but no entities or processing instructions.
 *
 * Source: SVG 2, chapters on scripting, linking and animation.
 */
export function readDrawing(svg: string): Drawing {
  const drawing: Drawing = { problem: undefined, words: [] }
  const parser = new SaxesParser({ xmlns: true, position: true })
  const refuse = (reason: string) => {
    drawing.problem ??= { line: parser.line, reason }
  }
  parser.on("error", (error) => refuse(`is not well-formed: ${error.message}`))
  parser.on("doctype", () => refuse("may hold no document type"))
  parser.on("processinginstruction", ({ target }) => {
    refuse(`may hold no instruction: <?${target}`)
  })
  const read = (text: string) => {
    drawing.words.push(text)
    if (fetches(text)) refuse("may fetch nothing")
  }
  parser.on("text", read)
  parser.on("cdata", read)
  parser.on("comment", (text) => drawing.words.push(text))
  let depth = 0
  parser.on("closetag", () => {
    depth -= 1
  })
  parser.on("opentag", ({ name, uri, attributes: given }) => {
    depth += 1
    if (depth > mostDepth) {
      refuse(`may have at most ${mostDepth} levels`)
      throw new TooDeep()
    }
    if (!elements.has(name) || !namespaces.has(uri)) refuse(`may not hold <${name}>`)
    for (const [attribute, { value }] of Object.entries(given)) {
      const reason = attributeProblem(attribute, value)
      if (reason) refuse(reason)
      if (!geometry.has(attribute)) drawing.words.push(value)
    }
  })
  try {
    parser.write(svg).close()
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error
  }
  return drawing
}

/** Stops the parser, which has no other way to stop. */
class TooDeep extends Error {}

function attributeProblem(name: string, value: string): string | undefined {
  if (!attributes.has(name) && !name.startsWith("data-")) {
    return `may not hold the attribute ${name}`
  }
  if (name.startsWith("xmlns")) {
    return namespaces.has(value) ? undefined : `may not use the namespace ${value}`
  }
  if (name.endsWith("href") && !/^#[\w-]+$/.test(value)) {
    return `may link only to its own parts: ${name}="${value}"`
  }
  return fetches(value) ? `may fetch nothing: ${name}="${value}"` : undefined
}

/**
 * Whether a style could load something. A style may reference only parts of the drawing. A
 * backslash can hide any CSS keyword, so it is refused.
 */
function fetches(style: string): boolean {
  return /@import|\\|(?:image|image-set|src|cross-fade|element)\(|url\((?!["']?#[\w-]+["']?\))/i.test(
    style,
  )
}
