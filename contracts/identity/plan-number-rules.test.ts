import assert from "node:assert/strict"
import { test } from "node:test"
import {
  planNumberLengthText,
  planNumberNumericText,
  planNumberOf,
  planNumberProblem,
} from "./plan-number-rules.ts"

test("RECOVER-02 REGISTER-01 a plan number has at least ten digits, and the last ten identify it", () => {
  for (const typed of [
    "4000000017",
    " 4000 000 017 ",
    "0014000000017",
    "4000-000-017",
    "4000–000‑017\u200e",
    "４０００００００１７",
    "٤٠٠٠٠٠٠٠١٧",
    "۴۰۰۰-۰۰۰-۰۱۷",
    "४०००००००१७",
  ]) {
    assert.equal(planNumberProblem(typed), undefined, typed)
    assert.equal(planNumberOf(typed), "4000000017")
  }
  for (const typed of ["40000000a7", "4000-000-01a", "x", "4000/000017", "No. 4000000017"]) {
    assert.equal(planNumberProblem(typed), planNumberNumericText, typed)
  }
  for (const typed of ["", "  ", "400000001"]) {
    assert.equal(planNumberProblem(typed), planNumberLengthText, typed)
  }
  assert.equal(planNumberNumericText, "Your Certificate/Plan Number should be numeric.")
  assert.equal(planNumberLengthText, "Your Certificate/Plan Number should be 10 digits long.")
})
