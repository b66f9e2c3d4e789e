import type { Database } from "#database/open.ts"
import { viewsOf } from "#testing/isolation.store.ts"
import type { Mutant } from "#testing/isolation.ts"
import { filtersOf, unknownComparisons } from "./filters.ts"
import { productStatements } from "./statements.ts"

/** One filter to remove from a statement or a view. */
export interface Removal {
  /** The path of the file, or the name of the view. */
  place: string
  line: number
  /** The filter's text in the statement or view. */
  written: string
  mutant: Mutant
}

/** The name of the filter in `equivalents.ts`. */
export function nameOf({ place, written }: Removal): string {
  return `${place} ${written}`
}

/**
 * Lists every filter in the product's statements and the database's views, and reports each
 * comparison of a client that may or may not be a filter.
 */
export async function allRemovals(
  database: Database,
): Promise<{ removals: Removal[]; notKnown: string[] }> {
  const statements = productStatements()
  const views = await viewsOf(database)
  const removals = [
    ...statements.flatMap(({ file: place, line, text }) =>
      filtersOf(text).map(({ written, without }): Removal => {
        return { place, line, written, mutant: { text, without } }
      }),
    ),
    ...views.flatMap(({ name, text }) =>
      filtersOf(text).map(({ written, without }): Removal => {
        const mutant = { view: name, without: `create or replace view ${name} as ${without}` }
        return { place: name, line: 1, written, mutant }
      }),
    ),
  ]
  const notKnown = [
    ...statements.flatMap(({ file, text }) =>
      unknownComparisons(text).map((found) => [file, found]),
    ),
    ...views.flatMap(({ name, text }) => unknownComparisons(text).map((found) => [name, found])),
  ].map(
    ([place, found]) => `${place} has a comparison that tenants/filters.ts does not know: ${found}`,
  )
  return { removals, notKnown }
}
