import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { laterOf, type UnshownStep } from "./later-of.ts"

const isSame = (one: string, other: string) => one === other

/**
 * A value that we and the phone change, with lagging reads. Each change sets a different value,
 * except one that undoes the last.
 */
const lives = fc.array(
  fc.oneof(
    fc.constant({ act: "ours" as const }),
    fc.constant({ act: "phone" as const }),
    fc.constant({ act: "undo" as const }),
    fc.record({ act: fc.constant("read" as const), lag: fc.nat(3) }),
  ),
  { maxLength: 12 },
)

interface Life {
  /** The values of the account system, oldest first. */
  history: string[]
  steps: UnshownStep<string>[]
  shown: string
  /** The index of the oldest value that reads may still return. */
  oldest: number
}

/** Runs the operations; `check` is called after each of them. */
function live(
  acts: typeof lives extends fc.Arbitrary<infer Acts> ? Acts : never,
  check: (life: Life, act: (typeof acts)[number]) => void,
) {
  const life: Life = { history: ["start"], steps: [], shown: "start", oldest: 0 }
  const { history } = life
  for (const [index, act] of acts.entries()) {
    const now = history.at(-1) ?? ""
    if (act.act === "phone") history.push(`phone ${index}`)
    if (act.act === "undo") history.push(history.at(-2) ?? "start")
    // The account system accepts a change only from the value that the customer sees.
    if (act.act === "ours" && life.shown === now) {
      const after = `ours ${index}`
      history.push(after)
      life.steps.push({ before: now, after })
      // The customer has seen the value before the change, so no read returns an older one.
      life.oldest = Math.max(life.oldest, history.length - 2)
      life.shown = after
    }
    if (act.act === "read") {
      life.oldest = Math.max(life.oldest, history.length - 1 - act.lag)
      const { value, shown } = laterOf(history[life.oldest] ?? "", life.steps, isSame)
      life.steps = life.steps.slice(shown)
      life.shown = value
    }
    check(life, act)
  }
  return life
}

test("an accepted change is shown until someone else changes the value", () => {
  fc.assert(
    fc.property(lives, (acts) => {
      let last: { value: string; at: number } | undefined
      live(acts, ({ history, shown }, { act }) => {
        if (act === "ours" && history.at(-1) === shown) {
          last = { value: shown, at: history.length }
        }
        // Without a later change by phone, no lagging read hides it.
        if (last && history.length === last.at) assert.equal(shown, last.value)
      })
    }),
  )
})

test("a change by phone is shown once reads have caught up, if a read showed ours or it has a new value", () => {
  fc.assert(
    fc.property(lives, fc.boolean(), (acts, isUndone) => {
      const life = live(acts, () => undefined)
      const caughtUp = () => {
        const { value, shown } = laterOf(life.history.at(-1) ?? "", life.steps, isSame)
        life.steps = life.steps.slice(shown)
        return value
      }
      // A read shows our change if it is the last one.
      caughtUp()
      if (life.steps.length > 0) return
      life.history.push(isUndone ? (life.history.at(-2) ?? "start") : "by phone")
      assert.equal(caughtUp(), life.history.at(-1))
    }),
  )
})

test("auto pay that was turned on and off within the lag is off in each read", () => {
  const steps = [
    { before: "off", after: "on" },
    { before: "on", after: "off" },
  ]
  assert.deepEqual(laterOf("off", steps, isSame), { value: "off", shown: 0 })
  assert.deepEqual(laterOf("on", steps, isSame), { value: "off", shown: 1 })
  assert.deepEqual(laterOf("off", steps.slice(1), isSame), { value: "off", shown: 1 })
})

test("a value that was not set here is a later change, and ends all our own changes", () => {
  const steps = [
    { before: "Visa", after: "Mastercard" },
    { before: "Mastercard", after: "off" },
  ]
  assert.deepEqual(laterOf("bank", steps, isSame), { value: "bank", shown: 2 })
})
