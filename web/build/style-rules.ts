import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { type CssNode, generate, parse, type Selector } from "css-tree"
import type { Plugin } from "vite"
import type { StyleRule } from "#contracts/brands/style-rules.ts"

/**
 * Writes `styles.json`: the rules of the style sheet and the selectors they need, so that the
 * server can inline the rules of a screen in its page.
 */
export function styleRules(): Plugin {
  return {
    name: "style-rules",
    apply: "build",
    enforce: "post",
    async writeBundle({ dir = "" }, bundle) {
      const sheets = Object.keys(bundle).filter((file) => file.endsWith(".css"))
      const texts = await Promise.all(sheets.map((file) => readFile(join(dir, file), "utf8")))
      await writeFile(join(dir, "styles.json"), JSON.stringify(texts.flatMap(rulesIn)))
    },
  }
}

export function rulesIn(css: string): StyleRule[] {
  const sheet = parse(css, { parseCustomProperty: false, parseValue: false })
  return sheet.type === "StyleSheet" ? sheet.children.toArray().map(ruleOf) : []
}

function ruleOf(node: CssNode): StyleRule {
  if (
    node.type === "Atrule" &&
    node.block &&
    /^(media|layer|supports|container)$/.test(node.name)
  ) {
    const prelude = node.prelude ? ` ${generate(node.prelude)}` : ""
    return { at: `@${node.name}${prelude}`, rules: node.block.children.toArray().map(ruleOf) }
  }
  if (node.type === "Atrule" && node.name === "keyframes" && node.prelude) {
    return { css: generate(node), keyframes: generate(node.prelude) }
  }
  if (node.type === "Rule" && node.prelude.type === "SelectorList") {
    const selectors = node.prelude.children.toArray().filter((one) => one.type === "Selector")
    return { css: generate(node), needs: selectors.map(needsOf) }
  }
  return { css: generate(node) }
}

/**
 * The elements and classes that a page must contain for the rule to apply. Skips those inside
 * `:not()` or `:is()`.
 */
function needsOf(selector: Selector): string[] {
  return selector.children.toArray().flatMap((part) => {
    if (part.type === "ClassSelector") return [`.${part.name}`]
    return part.type === "TypeSelector" && part.name !== "*" ? [part.name] : []
  })
}
