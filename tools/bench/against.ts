import { type Side, type Spent, startSide } from "./compared-side.ts"
import type { MeasuredCall } from "./load.ts"
import { type Finding, quantile } from "./report.ts"
import { send } from "./send-call.ts"

const warmUp = 60
const rounds = 200
/** Calls that cannot be repeated, because a second payment or change would have no effect. */
const changingCalls = ["POST payNow", "PUT paymentFrequency", "PUT autoPay/skip"]

/**
 * Compares each call of signed-in people with the version in another folder, which has its own
 * packages and build. The two versions get each call in turn, so that other load on the machine
 * affects both. CPU milliseconds and statements are per call. Lists the calls that are not
 * compared.
 */
export async function* against(folder: string): AsyncGenerator<Finding> {
  await using stack = new AsyncDisposableStack()
  const there = stack.use(await startSide(folder))
  const here = stack.use(await startSide(process.cwd()))
  for (const call of here.portal.calls) {
    const same = there.portal.calls.find(({ what }) => what === call.what)
    if (same) yield* await compare({ side: there, call: same }, { side: here, call })
    else yield notCompared(call.what, "the other version refuses it or does not have it")
  }
  for (const what of changingCalls) yield notCompared(what, "it cannot be repeated")
}

function notCompared(what: string, reason: string): Finding {
  return { what, value: "-", bound: `not compared: ${reason}` }
}

interface Compared {
  side: Side
  call: MeasuredCall
}

async function compare(there: Compared, here: Compared): Promise<Finding[]> {
  const pairs = [there, here].map((one) => ({ ...one, milliseconds: [] as number[] }))
  for (let round = 0; round < warmUp; round += 1) {
    for (const { side, call } of pairs) await send(side.portal.port, call)
  }
  const before = await Promise.all(pairs.map(({ side }) => side.spent()))
  for (let round = 0; round < rounds; round += 1) {
    for (const { side, call, milliseconds } of round % 2 === 0 ? pairs : pairs.toReversed()) {
      milliseconds.push(await send(side.portal.port, call))
    }
  }
  const after = await Promise.all(pairs.map(({ side }) => side.spent()))
  const each = (part: keyof Spent) =>
    pairs.map((_, index) => ((after[index]?.[part] ?? 0) - (before[index]?.[part] ?? 0)) / rounds)
  const times = (part: number) => pairs.map(({ milliseconds }) => quantile(milliseconds, part))
  const rows: [string, number[], number][] = [
    ["p50, ms", times(0.5), 2],
    ["p95, ms", times(0.95), 2],
    ["CPU of the server, ms", each("server"), 2],
    ["CPU of the database, ms", each("database"), 2],
    ["statements", each("statements"), 0],
  ]
  return rows.map(([what, [other = 0, own = 0], digits]) => ({
    what: `${here.call.what}: ${what}`,
    value: (own / other).toFixed(2),
    bound: `${other.toFixed(digits)} there, ${own.toFixed(digits)} here`,
  }))
}
