import { readFile } from "node:fs/promises"
import { crossCheck } from "#commands/load/cross-checks.ts"
import { type ParsedClient, type ParsedFolder, parseFolder } from "#commands/load/parse-folder.ts"
import type { Clock } from "#platform/clock.ts"
import type { Problem } from "#platform/files/problems.ts"
import { dayAt } from "#platform/time-zone.ts"
import { type Folder, readFolder } from "#services/brands/loading/folder.ts"
import type { Finding } from "#services/brands/readiness/finding.ts"
import { checkBrands } from "#services/brands/readiness/readiness.ts"
import { isLive } from "#services/brands/readiness/samples.ts"
import { checkAmounts } from "./amounts.ts"
import { checkEmails } from "./emails.ts"
import { checkLegalTexts } from "./legal-texts.ts"
import { checkMethods } from "./methods.ts"
import { checkDates, checkEndedBills, checkReach } from "./people.ts"
import { findingOf } from "./problems.ts"
import { checkSamplePeople, checkSampleStaff, samplePostalAddresses } from "./samples.ts"
import { checkZips } from "./zips.ts"

const tokensFile = new URL("../../web/ui/tokens.css", import.meta.url)

/**
 * Checks a folder in the format of demo/README.md without a database, so the folder must be
 * complete: first whether the loader accepts it, then whether its brands are ready for customers.
 *
 * Errors: those of the file system if the folder cannot be read.
 */
export async function checkFolder(
  path: string,
  clock: Clock,
): Promise<{ clients: string[]; findings: Finding[] }> {
  const problems: Problem[] = []
  const files = await readFolder(path, problems)
  const folder = parseFolder(files, clock.now(), problems)
  problems.push(...crossCheck(folder.clients, []))
  const findings = [
    ...problems.map(findingOf),
    ...(await readinessOf(files, folder, { clock, storedTitles: [] })),
  ]
  return {
    clients: folder.clients.map(({ brand }) => brand.client),
    findings: findings.toSorted(byPlace),
  }
}

/**
 * Problems that customers would notice in the brands of a folder that the loader accepts, in the
 * order of files and lines. `storedTitles`: the shared texts that are already stored.
 */
export async function readinessOf(
  files: Folder,
  { clients }: ParsedFolder,
  { clock, storedTitles }: { clock: Clock; storedTitles: readonly string[] },
): Promise<Finding[]> {
  const tokens = { file: "web/ui/tokens.css", text: await readFile(tokensFile, "utf8") }
  const shared = files.sharedContents
  return [
    ...checkBrands({ clients, shared, storedTitles, tokens, samplePostalAddresses }),
    ...checkSampleStaff(files.agents),
    ...checkLegalTexts(
      shared ?? [],
      clients.some(({ brand }) => isLive(brand)),
    ),
    ...clients.flatMap(({ brand, folder }) => checkLegalTexts(folder.contents, isLive(brand))),
    ...clients.flatMap((client) => checkClient(client, clock)),
  ].toSorted(byPlace)
}

function checkClient(client: ParsedClient, clock: Clock): Finding[] {
  const { brand, folder, assets, people, users, paymentMethods } = client
  const emails = checkEmails(brand, folder, assets)
  if (!people || !folder.people) return emails
  const today = dayAt(clock.now(), brand.timeZone)
  return [
    ...emails,
    ...checkDates(folder.people, people, today),
    ...checkReach(folder.people, people, users),
    ...checkEndedBills(folder.people, people),
    ...checkAmounts(folder.people, people),
    ...checkZips(folder.people, people),
    ...checkMethods(folder.people, paymentMethods),
    ...checkSamplePeople(folder, people),
  ]
}

function byPlace(one: Finding, other: Finding): number {
  if (one.file !== other.file) return one.file < other.file ? -1 : 1
  return one.line - other.line
}
