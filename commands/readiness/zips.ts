import { problemAt } from "#platform/files/json-file.ts"
import type { TextFile } from "#platform/files/text-file.ts"
import type { PersonRecord } from "#ports/policy-admin/embedded/people.load.ts"
import { type Finding, warningAt } from "#services/brands/readiness/finding.ts"

/** States by the first digit of their zip codes. Source: United States Postal Service, Publication 65. */
const states: readonly string[] = [
  "CT MA ME NH NJ NY PR RI VI VT AE",
  "DE NY PA",
  "DC MD NC SC VA WV",
  "AL FL GA MS TN AA",
  "IN KY MI OH",
  "DC IA MN MT ND SD WI",
  "IL KS MO NE",
  "AR LA OK TX",
  "AZ CO ID NM NV TX UT WY",
  "AK AP AS CA FM GU HI MH MP OR PW WA",
]

/** Zip codes in another part of the country than the state. */
export function checkZips(source: TextFile, people: readonly PersonRecord[]): Finding[] {
  return people.flatMap(({ person }, index) => {
    const { stateCode, zipCode } = person.address
    const here = states[Number(zipCode[0])]?.split(" ") ?? []
    if (here.includes(stateCode)) return []
    const problem = problemAt(
      source,
      [index, "address", "zipCode"],
      `${zipCode} is not in ${stateCode}`,
    )
    const fix = "Correct the zip code or the state."
    return [warningAt("state", problem, { reason: problem.reason, fix })]
  })
}
