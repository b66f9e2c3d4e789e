import type { Pool } from "./pool.ts"

/**
 * Milliseconds for which an answer is cached, so that frequent checks cost one statement per
 * second.
 */
const holdsMs = 1_000
/** Milliseconds. A later reply counts as none, because callers give up after two seconds. */
const answerMs = 1_800

/**
 * The first two statements need a new block in a data file, which a full disk refuses; updating an
 * existing row does not need one. The last is a commit that the database, and a synchronous standby
 * if there is one, must store durably.
 */
const write = `
  create temporary table if not exists my_account_space (filled int) on commit delete rows;
  insert into my_account_space values (1);
  update public.heartbeat set beats = beats + 1`

/** Whether a database answers and accepts writes; resolves within 2 s, never throws. */
export function createWriteCheck(pool: Pool) {
  return {
    answers: remembered(async () => {
      await pool.script("select 1")
      return true
    }),
    takesWrites: remembered(async () => (await pool.script(write)).at(-1)?.rowCount === 1),
  }
}

function remembered(ask: () => Promise<boolean>): () => Promise<boolean> {
  let asking: Promise<boolean> | undefined
  let known: { answer: boolean; until: number } | undefined

  async function asked(): Promise<boolean> {
    const answer = await ask().catch(() => false)
    known = { answer, until: performance.now() + holdsMs }
    asking = undefined
    return answer
  }

  return async () => {
    if (known && known.until > performance.now()) return known.answer
    asking ??= asked()
    return await withinTime(asking)
  }
}

async function withinTime(answer: Promise<boolean>): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(late.resolve, answerMs, false)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
