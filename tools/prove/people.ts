import { manyPeople } from "#tools/bench/many-people.ts"
import type { Part } from "./part.ts"

/**
 * Checks that searches and a dashboard are as fast with a million people as with a thousand. The
 * small form has a hundred thousand people and fails only below half the speed, because it also
 * runs on busy machines.
 */
export const people: Part = async ({ small, log }) => {
  const findings = await manyPeople(small ? 100_000 : 1_000_000, small ? 0.5 : 0.8)
  for (const { what, value, bound } of findings) log(`${what}: ${value} (${bound ?? ""})`)
  return findings.filter(({ missed }) => missed).map(({ what, value }) => `${what}: ${value}`)
}
