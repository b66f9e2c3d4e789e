import type { StyleRule } from "#contracts/brands/style-rules.ts"

/** The rules that apply to something in this HTML, in the order of the style sheet. */
export function stylesOf(html: string, rules: readonly StyleRule[]): string {
  const present = new Set(["html", "body", ":root"])
  for (const [, element = ""] of html.matchAll(/<([a-z][\w-]*)/g)) present.add(element)
  for (const [, names = ""] of html.matchAll(/ class="([^"]*)"/g)) {
    for (const name of names.split(/\s+/)) present.add(`.${name}`)
  }
  const used = textOf(rules, (needs) => needs.every((need) => present.has(need)))
  return used + animationsOf(rules, used)
}

function textOf(rules: readonly StyleRule[], applies: (needs: string[]) => boolean): string {
  return rules
    .map((rule) => {
      if (!("at" in rule)) {
        if (rule.keyframes !== undefined) return ""
        return rule.needs === undefined || rule.needs.some(applies) ? rule.css : ""
      }
      // Rules for printing come with the whole style sheet.
      if (rule.at === "@media print") return ""
      const inner = textOf(rule.rules, applies)
      return inner === "" ? "" : `${rule.at}{${inner}}`
    })
    .join("")
}

function animationsOf(rules: readonly StyleRule[], used: string): string {
  return rules
    .flatMap((rule) => ("at" in rule ? rule.rules : [rule]))
    .filter((rule) => "keyframes" in rule && rule.keyframes && used.includes(rule.keyframes))
    .map((rule) => ("css" in rule ? rule.css : ""))
    .join("")
}
