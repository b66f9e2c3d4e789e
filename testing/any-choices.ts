import fc from "fast-check"
import type { Random } from "./random.ts"

/**
 * A property of random choices that the test makes while it runs. fast-check shortens the choices of
 * a run that fails and prints them; the same seed and number of runs find them again.
 */
export function forAnyChoices(
  holds: (random: Random) => void,
): fc.IPropertyWithHooks<[fc.GeneratorValue]> {
  return fc.property(fc.noBias(fc.gen()), (generate) => {
    const below = (limit: number) => (limit <= 1 ? 0 : generate(upTo, limit - 1))
    holds({
      below,
      pick: (items) => items[below(items.length)] as (typeof items)[number],
    })
  })
}

// One function for all choices: fast-check compares the builders of a run when it shortens it.
const upTo = (max: number) => fc.nat({ max })
