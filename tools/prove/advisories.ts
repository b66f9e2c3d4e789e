import { spawnSync } from "node:child_process"
import { NotRunError, type Part } from "./part.ts"

interface Report {
  vulnerabilities?: Record<string, { name: string; severity: string; range: string }>
}

/**
 * Queries the registry for known vulnerabilities of the production packages. Some mirrors do not
 * answer; then the part did not run.
 */
export const advisories: Part = async () => {
  const { stdout } = spawnSync("npm", ["audit", "--omit=dev", "--json"], { encoding: "utf8" })
  const { vulnerabilities } = reportIn(stdout)
  if (vulnerabilities === undefined) {
    throw new NotRunError("the registry answers no questions about vulnerabilities")
  }
  return Object.values(vulnerabilities).map(
    ({ name, severity, range }) => `${name} ${range}: ${severity}`,
  )
}

function reportIn(text: string): Report {
  try {
    return JSON.parse(text) as Report
  } catch {
    return {}
  }
}
