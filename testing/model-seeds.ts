/** The seed with which every run of a model begins, so that what it found stays found. */
const fixedSeed = 20_261_121

/**
 * What a model test draws its random choices from: a fixed seed, so that a failure is there for
 * everyone, and a fresh one, which the title of its test prints. MODEL_SEED repeats one run.
 */
export function modelSeeds(): number[] {
  const { MODEL_SEED } = process.env
  return MODEL_SEED === undefined ? [fixedSeed, Date.now() % 1_000_000] : [Number(MODEL_SEED)]
}
