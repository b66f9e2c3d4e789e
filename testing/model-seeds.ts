/** The seed of `npm test`, so that a failure is there for everyone. */
const fixedSeed = 20_261_121

/**
 * Whether tests run at full size, as in `npm run prove`. `npm test` has small forms that take a few
 * seconds.
 */
export const isFullSize = process.env.TEST_SIZE === "full"

/**
 * What a model test draws its random choices from: one fixed seed, or the seeds that MODEL_SEEDS
 * lists with commas between them. `npm run prove` sets fresh ones. Titles of tests print the seed.
 */
export function modelSeeds(): number[] {
  return (process.env.MODEL_SEEDS ?? String(fixedSeed)).split(",").map(Number)
}
