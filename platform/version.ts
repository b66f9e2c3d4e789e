import project from "../package.json" with { type: "json" }

/** The version of this program, such as 1.0.0, from package.json. */
export const { version } = project

/** Whether one version, such as 1.2.0, comes before another. Ignores everything after a dash. */
export function isEarlierVersion(one: string, other: string): boolean {
  const numbers = (text: string) => text.replace(/-.*/, "").split(".").map(Number)
  const [left, right] = [numbers(one), numbers(other)]
  const differs = left.findIndex((number, at) => number !== right[at])
  return differs >= 0 && (left[differs] ?? 0) < (right[differs] ?? 0)
}
