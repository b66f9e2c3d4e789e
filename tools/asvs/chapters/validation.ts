import { type Chapter, holds } from "../requirement.ts"

/** V2 */
export const validation: Chapter = {
  title: "Validation and business logic",
  rows: {
    "1.1": holds(1, "The rules for the form of each input are documented", [
      "docs/security-design.md#input",
      "docs/architecture.md#where-a-rule-is-decided",
      "server/calls/openapi.ts",
    ]),
    "1.2": holds(2, "The rules for data that belong together are documented", [
      "docs/security-design.md#data-that-belong-together",
    ]),
    "1.3": holds(2, "The limits of the business logic are documented", [
      "docs/security-design.md#limits",
      "docs/support.md#limits",
      "docs/payments.md",
    ]),
    "2.1": holds(1, "Every input is checked against an expected form", [
      "CALLS-01",
      "REGISTER-08",
      "METHODS-02",
      "server/calls/mount.ts",
    ]),
    "2.2": holds(
      1,
      "The server checks input, also what a browser has checked",
      ["CALLS-01", "PAYNOW-06", "server/calls/mount.ts"],
      "Form and server share the rules of `contracts/`",
    ),
    "2.3": holds(2, "Data that belong together are checked together", [
      "PAYNOW-10",
      "AGREED-01",
      "REGISTER-07",
      "CALLS-03",
    ]),
    "3.1": holds(1, "Steps cannot be skipped or changed in order", [
      "services/identity/flows-model.db.test.ts",
      "PROOF-02",
      "REGISTER-02",
      "RECOVER-05",
    ]),
    "3.2": holds(2, "Limits of the business logic are enforced", [
      "REFUND-03",
      "CORRECTION-07",
      "LIMIT-09",
      "NOTICE-02",
    ]),
    "3.3": holds(2, "An operation succeeds whole or not at all", [
      "PAYNOW-05",
      "RELEASE-07",
      "OUTAGE-02",
      "npm run prove -- payments",
    ]),
    "3.4": holds(2, "Locks keep a limited thing from being used twice", [
      "PAYNOW-05",
      "GROW-02",
      "CORRECTION-03",
      "REFUND-03",
    ]),
    "4.1": holds(2, "Automated mass calls are slowed down or refused", [
      "GUESS-01",
      "LIMIT-01",
      "RECOVER-06",
      "SECRET-42",
      "LIMIT-09",
    ]),
  },
}
