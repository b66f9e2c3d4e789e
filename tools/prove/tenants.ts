import type { Database } from "#database/open.ts"
import { createTestClock } from "#testing/clock.ts"
import { openDemoDatabase } from "#testing/demo-database.ts"
import { viewsOf } from "#testing/isolation.store.ts"
import { createIsolation, type Isolation, type IsolationCase } from "#testing/isolation.ts"
import { isolationCases } from "#testing/isolation-cases.ts"
import { writeSecondTenant } from "#testing/second-tenant/rows.store.ts"
import type { Part, Run } from "./part.ts"
import { equivalents } from "./tenants/equivalents.ts"
import { allRemovals, nameOf, type Removal } from "./tenants/removals.ts"
import { markedPart } from "./test-files.ts"

const isolationTests = markedPart("tenants")

/**
 * Runs the isolation tests (`testing/isolation.db.test.ts`). Then removes the filters by client
 * from every statement and view, one at a time, and runs the tests that use the statement. At least
 * one must fail. `tenants/equivalents.ts` lists the filters whose removal changes nothing.
 *
 * It takes seconds, so the small form is the same. PROVE_ONLY limits it to files or views with that
 * prefix.
 */
export const tenants: Part = async (run) => [
  // A test that fails with every filter in place proves nothing.
  ...(await isolationTests(run)),
  ...(await withoutFilters(run)),
]

async function withoutFilters({ log }: Run): Promise<string[]> {
  const only = process.env.PROVE_ONLY ?? ""
  const database = await openDemoDatabase(createTestClock())
  try {
    await writeSecondTenant(database)
    const { removals, notKnown } = await allRemovals(database)
    const chosen = removals.filter(({ place }) => place.startsWith(only))
    log(`${chosen.length} filters by client, taken out one at a time`)
    const wrong = await survivorsOf(database, chosen, log)
    return only === "" ? [...notKnown, ...wrong, ...staleOf(removals)] : wrong
  } finally {
    await database.close()
  }
}

async function survivorsOf(
  database: Database,
  removals: readonly Removal[],
  log: (line: string) => void,
): Promise<string[]> {
  const isolation = await createIsolation(database)
  const testsOf = await finderOf(isolation, await viewsOf(database))
  await isolation.prepare(isolationCases)
  const wrong: string[] = []
  let missed = 0
  let listed = 0
  for (const removal of removals) {
    const { place, line, written } = removal
    const what = `${place}:${line} without ${written}`
    const tests = testsOf(removal)
    const isMissed = await doesAnyFail(isolation, tests, removal)
    const isListed = nameOf(removal) in equivalents
    if (isMissed) missed += 1
    if (isListed) listed += 1
    if (isMissed && isListed) wrong.push(`${what}: a test fails, so it is not equivalent`)
    if (!isMissed && !isListed) {
      wrong.push(`${what}: ${tests.length === 0 ? "no test runs it" : "no test fails"}`)
    }
  }
  log(`a test fails without ${missed}; ${listed} are listed as equivalent`)
  return wrong
}

/**
 * The tests that run the statement of a removal, or read the view, even if only through another
 * view.
 */
async function finderOf(
  isolation: Isolation,
  views: readonly View[],
): Promise<(removal: Removal) => IsolationCase[]> {
  const run = new Map<IsolationCase, ReadonlySet<string>>()
  for (const tested of isolationCases) run.set(tested, await isolation.statementsOf(tested))
  return ({ mutant }) =>
    isolationCases.filter((tested) => {
      const texts = [...(run.get(tested) ?? [])]
      if ("text" in mutant) return texts.includes(mutant.text)
      const readers = readersOf(mutant.view, views)
      return texts.some((text) => readers.some((view) => text.includes(view)))
    })
}

type View = Awaited<ReturnType<typeof viewsOf>>[number]

/** The name of this view and the names of all views that read it. */
function readersOf(name: string, views: readonly View[]): string[] {
  const readers = views.filter((view) => view.name !== name && view.text.includes(name))
  return [name, ...readers.flatMap((view) => readersOf(view.name, views))]
}

async function doesAnyFail(
  isolation: Isolation,
  tests: readonly IsolationCase[],
  { mutant }: Removal,
): Promise<boolean> {
  for (const tested of tests) {
    if (!(await isolation.accepts(tested, mutant))) return false
    if ((await isolation.faultsOf(tested, mutant)).length > 0) return true
  }
  return false
}

function staleOf(removals: readonly Removal[]): string[] {
  const names = new Set(removals.map(nameOf))
  return Object.keys(equivalents)
    .filter((name) => !names.has(name))
    .map((name) => `equivalents.ts lists "${name}", which is no filter any more`)
}
