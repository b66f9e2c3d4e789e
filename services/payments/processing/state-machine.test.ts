import assert from "node:assert/strict"
import { test } from "node:test"
import { isConfirmed, isUndecided, nextStates, type PaymentState } from "./state-machine.ts"

const told = ["accepted", "pending", "settled", "declined", "returned"] as const

/** For each state what each answer of the gateway leads through. */
const table: Record<PaymentState, Record<(typeof told)[number], string>> = {
  submitted: {
    accepted: "accepted",
    pending: "accepted pending",
    settled: "accepted settled",
    declined: "declined",
    returned: "accepted returned",
  },
  unknown: {
    accepted: "accepted",
    pending: "accepted pending",
    settled: "accepted settled",
    declined: "declined",
    returned: "accepted returned",
  },
  accepted: {
    accepted: "",
    pending: "pending",
    settled: "settled",
    declined: "returned",
    returned: "returned",
  },
  pending: {
    accepted: "",
    pending: "",
    settled: "settled",
    declined: "returned",
    returned: "returned",
  },
  settled: { accepted: "", pending: "", settled: "", declined: "returned", returned: "returned" },
  returned: { accepted: "", pending: "", settled: "", declined: "", returned: "" },
  declined: {
    accepted: "accepted",
    pending: "accepted pending",
    settled: "accepted settled",
    declined: "",
    returned: "",
  },
}
const states = Object.keys(table) as PaymentState[]

test("every answer of the gateway, in every state", () => {
  for (const state of states) {
    for (const answer of told) {
      assert.equal(nextStates(state, answer).join(" "), table[state][answer], `${state}, ${answer}`)
    }
  }
})

test("an answer that comes twice says nothing new the second time", () => {
  for (const state of states) {
    for (const answer of told) {
      const reached = nextStates(state, answer).at(-1) ?? state
      assert.deepEqual(nextStates(reached, answer), [], `${state}, twice ${answer}`)
    }
  }
})

test("nothing leads back to not knowing, and what was taken back stays so", () => {
  for (const state of states) {
    for (const answer of told) {
      const steps = nextStates(state, answer)
      assert.ok(!steps.some(isUndecided))
      if (isConfirmed(state)) assert.ok(!steps.includes("declined"))
    }
  }
})
