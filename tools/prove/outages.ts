import { setTimeout as sleep } from "node:timers/promises"
import { createRandom } from "#testing/random.ts"
import type { Part, Run } from "./part.ts"
import type { Cluster } from "./world/cluster.ts"
import { createPayers, type Intention, inParallel, isOpen, planPayments } from "./world/payers.ts"
import { onCluster } from "./world/postgres.ts"
import { createSignIns } from "./world/sign-ins.ts"
import { startWatch, type Watch } from "./world/watch.ts"
import { startWorld, type World } from "./world/world.ts"

const small = {
  accounts: 25,
  products: 20,
  workMs: 200,
  cuts: 20,
  restarts: 2,
  promotions: 1,
  freezeSeconds: 3,
}
const full = {
  accounts: 250,
  products: 20,
  /** Working time between two disturbances, after both servers serve again. */
  workMs: 1_000,
  cuts: 200,
  restarts: 20,
  promotions: 5,
  freezeSeconds: 30,
}
type Size = typeof full

const payersAtOnce = 12
const signInsAtOnce = 4
const password = "Anchor-2026"
/** Seconds. The longest time that a payment may stay unresolved after service is back. */
const decideSeconds = 60

/**
 * Cuts, restarts, promotes and freezes PostgreSQL under two working servers, and counts the losses.
 */
export const outages: Part = async (run) =>
  await onCluster(async (cluster) => {
    const size = run.small ? small : full
    const { accounts, products } = size
    const people = { accounts, products, password }
    const settings = { TRUST_PROXY: "127.0.0.1", SHUTDOWN_DELAY: "2" }
    await using world = await startWorld({
      databaseUrl: cluster.url,
      servers: 2,
      people,
      settings,
    })
    return await prove(world, cluster, size, run)
  })

async function prove(world: World, cluster: Cluster, size: Size, { seed, log }: Run) {
  const [role = { cookie: "", token: "" }] = world.sessions
  await using watch = startWatch(world.ports, role)
  using work = startWork(world, watch, seed)
  let signInsLost = 0

  /**
   * Disturbs the database, waits until both servers serve again, and checks everything that was
   * acknowledged before.
   */
  async function disturb(name: string, times: number, does: (n: number) => Promise<unknown>) {
    watch.takeLongest()
    for (let n = 0; n < times; n += 1) {
      await does(n)
      await watch.untilServed()
      signInsLost += await work.signIns.lost()
      await sleep(size.workMs)
    }
    const longest = watch.takeLongest()
    log(`${times} × ${name}: longest time without service ${longest.toFixed(1)} s`)
  }

  await watch.untilServed()
  await disturb("connections cut", size.cuts, async (n) => {
    await cluster.cut(n % 2 === 0 ? "reset" : "command")
    await sleep(50)
  })
  await disturb("stopped at once and started", size.restarts, cluster.restart)
  await disturb("standby promoted", size.promotions, async () => {
    await cluster.promote()
    await cluster.rebuild()
  })
  await disturb(`frozen for ${size.freezeSeconds} s`, 1, async () => {
    await cluster.freeze(size.freezeSeconds * 1000)
  })
  const codes: (number | null)[] = []
  const cutBefore = work.cutOff()
  await disturb("rolling restart of both servers", 1, async () => {
    for (const { process } of world.servers) {
      codes.push(await process.restart())
      await watch.untilServed()
    }
  })
  const cutOff = work.cutOff() - cutBefore
  const undecided = await work.finish(decideSeconds)
  signInsLost += await work.signIns.lost()
  const slowestReadyMs = watch.slowestReadyMs()
  const ended = world.processes.reduce((sum, one) => sum + one.ended(), 0)

  // A job that failed during an outage runs again within half a minute.
  await world.settled(decideSeconds)
  const compared = await world.compareBooks(work)
  const paymentsLost = compared.wrong.filter((line) => line.includes("was told accepted")).length
  const twice = compared.wrong.filter((line) => /was paid \d+ times|made two/.test(line)).length

  log(`payments: ${work.intentions.length} submitted, ${compared.accepted} accepted`)
  log(`sign-ins: ${work.signIns.acknowledged()} acknowledged, ${work.signIns.failed()} not`)
  log(`slowest answer of /readyz: ${Math.round(slowestReadyMs)} ms`)
  const figures = {
    "processes that ended": ended,
    "acknowledged writes lost": signInsLost + paymentsLost,
    "charged twice": twice,
    "undecided one minute after service is back": undecided,
    "requests cut off by the rolling restart": cutOff,
    "servers that did not end with code 0": codes.filter((code) => code !== 0).length,
  }
  for (const [what, count] of Object.entries(figures)) log(`${what}: ${count}`)
  const wrong = Object.entries(figures).filter(([, count]) => count > 0)
  const idle = work.signIns.acknowledged() === 0 || compared.accepted === 0
  return [
    ...wrong.map(([what, count]) => `${what}: ${count}`),
    ...compared.wrong,
    ...(idle ? ["there was no work under way"] : []),
  ]
}

/** Simulates people who pay and sign in until `finish`. */
function startWork(world: World, watch: Watch, seed: number) {
  const random = createRandom(seed)
  let cutOff = 0
  // Requests go through the balancer, to servers that report that they are ready.
  const balanced = { ...world, ports: watch.ports }
  const payers = createPayers(balanced, random, () => {
    cutOff += 1
  })
  const signIns = createSignIns(world, watch.ports, random)
  const waiting = planPayments(world.people)
  const intentions: Intention[] = []
  let isOver = false

  const paying = inParallel(payersAtOnce, waiting, async (intention) => {
    intentions.push(intention)
    await payers.pay(intention)
    await sleep(200 + random.below(800))
  })

  const signingIn = Array.from({ length: signInsAtOnce }, async (_, number) => {
    for (let n = number; !isOver; n += signInsAtOnce) {
      await signIns.signIn(n % world.people.accounts)
      await sleep(random.below(500))
    }
  })

  return {
    intentions,
    signIns,
    cutOff: () => cutOff,
    /** Starts no more payments; returns the number without an outcome after this time. */
    async finish(seconds: number): Promise<number> {
      isOver = true
      waiting.length = 0
      await Promise.race([paying, sleep(seconds * 1000)])
      const undecided = intentions.filter(isOpen).length
      await Promise.all(signingIn)
      return undecided
    },
    /** Ends the work of a proof that failed. */
    [Symbol.dispose](): void {
      isOver = true
      waiting.length = 0
    },
  }
}
