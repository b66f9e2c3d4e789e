import assert from "node:assert/strict"
import { test } from "node:test"
import { isConfirmed, isUndecided, nextStates, type PaymentState } from "./state-machine.ts"

const told = [
  "accepted",
  "pending",
  "settled",
  "declined",
  "returned",
  "partlyRefunded",
  "inquiry",
  "disputed",
  "disputeWon",
  "refunded",
  "disputeLost",
] as const
type Told = (typeof told)[number]

/**
 * The results for each refund and dispute, in this order: part, inquiry, disputed, won, full, lost.
 */
function later(...steps: [string, string, string, string, string, string]) {
  const [partlyRefunded, inquiry, disputed, disputeWon, refunded, disputeLost] = steps
  return { partlyRefunded, inquiry, disputed, disputeWon, refunded, disputeLost }
}
const fromTheStart = later(
  "accepted partlyRefunded",
  "accepted inquiry",
  "accepted disputed",
  "accepted disputeWon",
  "accepted refunded",
  "accepted disputeLost",
)
const all = later("partlyRefunded", "inquiry", "disputed", "disputeWon", "refunded", "disputeLost")
const old = { accepted: "", pending: "", settled: "" }
const back = { declined: "returned", returned: "returned" }

/** For each state, the resulting states for each answer of the gateway. */
const table: Record<PaymentState, Record<Told, string>> = {
  submitted: {
    accepted: "accepted",
    pending: "accepted pending",
    settled: "accepted settled",
    declined: "declined",
    returned: "accepted returned",
    ...fromTheStart,
  },
  unknown: {
    accepted: "accepted",
    pending: "accepted pending",
    settled: "accepted settled",
    declined: "declined",
    returned: "accepted returned",
    ...fromTheStart,
  },
  accepted: {
    accepted: "",
    pending: "pending",
    settled: "settled",
    declined: "returned",
    returned: "returned",
    ...all,
  },
  pending: {
    accepted: "",
    pending: "",
    settled: "settled",
    declined: "returned",
    returned: "returned",
    ...all,
  },
  settled: { ...old, ...back, ...all },
  partlyRefunded: { ...old, ...back, ...all, partlyRefunded: "" },
  inquiry: { ...old, ...back, ...all, partlyRefunded: "", inquiry: "" },
  disputed: { ...old, ...back, ...all, partlyRefunded: "", inquiry: "", disputed: "" },
  disputeWon: { ...old, ...back, ...all, partlyRefunded: "", disputeWon: "" },
  refunded: { ...old, ...back, ...later("", "", "", "", "", "disputeLost") },
  returned: { ...old, declined: "", returned: "", ...later("", "", "", "", "", "") },
  disputeLost: { ...old, declined: "", returned: "", ...later("", "", "", "", "", "") },
  declined: {
    accepted: "accepted",
    pending: "accepted pending",
    settled: "accepted settled",
    declined: "",
    returned: "",
    ...fromTheStart,
    refunded: "",
    disputeLost: "",
  },
  canceled: {
    accepted: "accepted",
    pending: "accepted pending",
    settled: "accepted settled",
    declined: "",
    returned: "",
    ...fromTheStart,
    refunded: "",
    disputeLost: "",
  },
}
const states = Object.keys(table) as PaymentState[]

test("every answer of the gateway leads to the right states, in every state", () => {
  for (const state of states) {
    for (const answer of told) {
      assert.equal(nextStates(state, answer).join(" "), table[state][answer], `${state}, ${answer}`)
    }
  }
})

test("a repeated answer changes nothing", () => {
  for (const state of states) {
    for (const answer of told) {
      const reached = nextStates(state, answer).at(-1) ?? state
      assert.deepEqual(nextStates(reached, answer), [], `${state}, twice ${answer}`)
    }
  }
})

test("a decided payment never becomes unknown again, and a payment that was taken back stays so", () => {
  for (const state of states) {
    for (const answer of told) {
      const steps = nextStates(state, answer)
      assert.ok(!steps.some(isUndecided))
      if (isConfirmed(state)) assert.ok(!steps.includes("declined"))
    }
  }
})
