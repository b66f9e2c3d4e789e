import { readdirSync, readFileSync } from "node:fs"
import { problemAt } from "#platform/files/json-file.ts"
import { lineAt, type TextFile } from "#platform/files/text-file.ts"
import { counted } from "#platform/text/words.ts"
import type { PersonRecord } from "#ports/policy-admin/embedded/people.load.ts"
import type { ClientFolder } from "#services/brands/loading/folder.ts"
import type { Finding } from "#services/brands/readiness/finding.ts"
import { isReservedAddress, sampleAt } from "#services/brands/readiness/samples.ts"
import { samplePassword, samplePostalAddress } from "../new-brand/people.ts"

const demo = new URL("../../demo/clients/", import.meta.url)

/** The company addresses of the demo and of a new brand. */
export const samplePostalAddresses: readonly string[] = [
  samplePostalAddress,
  ...readdirSync(demo).flatMap((client) => {
    const brand = JSON.parse(readFileSync(new URL(`${client}/client.json`, demo), "utf8"))
    return typeof brand.postalAddress === "string" ? [brand.postalAddress] : []
  }),
]

/** People and users that the demo or a new brand contains. */
export function checkSamplePeople(
  { people, users }: ClientFolder,
  records: readonly PersonRecord[],
): Finding[] {
  const isSample = ({ person }: PersonRecord) => isReservedAddress(person.emailAddress)
  const first = records.findIndex(isSample)
  const count = records.filter(isSample).length
  return [
    ...(people && first !== -1
      ? [
          sampleAt(
            problemAt(people, [first, "emailAddress"], ""),
            `${counted(count, "person", "people")}, such as ${records[first]?.person.emailAddress}, are`,
            "Delete people.json and users.json, or write your own people.",
            "samples",
          ),
        ]
      : []),
    ...samplePasswords(users, "users.json"),
  ]
}

/** Staff with the demo's password. */
export function checkSampleStaff(agents: TextFile | undefined): Finding[] {
  return samplePasswords(agents, "agents.json")
}

/** Passwords of the project's samples, which everyone with this project can read. */
function samplePasswords(source: TextFile | undefined, name: string): Finding[] {
  const written = `"${samplePassword}"`
  const index = source?.text.indexOf(written) ?? -1
  if (!source || index === -1) return []
  const count = source.text.split(written).length - 1
  const place = { file: source.file, line: lineAt(source, index) }
  return [
    sampleAt(
      place,
      `${counted(count, "account has", "accounts have")} the public password ${samplePassword}, which is`,
      `Delete these accounts, or all of ${name}.`,
    ),
  ]
}
