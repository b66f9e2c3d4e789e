export interface Random {
  /** A random integer from 0 to less than `limit`. */
  below(limit: number): number
  pick<Item>(items: readonly Item[]): Item
}

/**
 * Generates the same numbers for the same seed, so that a failed run can be repeated. Source:
 * xorshift32, Marsaglia 2003.
 */
export function createRandom(seed: number): Random {
  let state = (seed | 0) ^ 0x9e3779b9 || 1
  function below(limit: number): number {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % limit
  }
  return {
    below,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
  }
}
