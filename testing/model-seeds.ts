/** The fixed seed of `npm test`, so that everyone gets the same failure. */
const fixedSeed = 20_261_121

/** `npm test` runs tests in a small form that takes seconds; `npm run prove` also in larger ones. */
export const testSize = process.env.TEST_SIZE ?? "small"

/** Whether tests run at full size. */
export const isFullSize = testSize === "full"

/**
 * The seeds of a model test's random choices: one fixed seed, or the comma-separated list in
 * MODEL_SEEDS. `npm run prove` sets new ones. The test titles contain the seed.
 */
export function modelSeeds(): number[] {
  return (process.env.MODEL_SEEDS ?? String(fixedSeed)).split(",").map(Number)
}
