import { byOperator, type Chapter, holds } from "../requirement.ts"

/** V16 */
export const logging: Chapter = {
  title: "Security logging and error handling",
  rows: {
    "1.1": holds(2, "All logs are documented", ["docs/security-design.md#logs"]),
    "2.1": holds(2, "Entries say when, where, who and what", ["WATCH-05", "RECORD-01"]),
    "2.2": holds(
      2,
      "Times are synchronized and have a zone",
      ["CHECK-01", "docs/security-design.md#logs"],
      "UTC; `npm run check` compares the clocks of machine and database",
    ),
    "2.3": holds(2, "Logs go only where it is documented", [
      "docs/security-design.md#logs",
      "npm run prove -- monitoring",
    ]),
    "2.4": holds(
      2,
      "Logs can be read and joined by programs",
      ["WATCH-05"],
      "One JSON object a line",
    ),
    "2.5": holds(2, "Sensitive data are not in logs", [
      "SECRET-20",
      "SSO-08",
      "METHODS-07",
      "server/calls/canary.db.test.ts",
    ]),
    "3.1": holds(2, "All sign-ins are recorded, with their factors", [
      "RECORD-23",
      "SSO-02",
      "server/calls/roles/audited.db.test.ts",
    ]),
    "3.2": holds(2, "Refused calls are recorded", ["RECORD-23"]),
    "3.3": holds(
      2,
      "Attempts to get around controls are recorded",
      ["RECORD-23", "ASVS-08", "SCRIPT-13", "LIMIT-09"],
      "Limits, foreign pages, names of other people, failed proofs of work",
    ),
    "3.4": holds(2, "Unexpected errors and failures of TLS are recorded", [
      "CONTRACT-13",
      "OUTAGE-06",
      "server/calls/errors.ts",
    ]),
    "4.1": holds(
      2,
      "Input cannot forge a line of the log",
      ["WATCH-05", "ORIGIN-08"],
      "JSON escapes it",
    ),
    "4.2": holds(
      2,
      "Logs cannot be changed or read without rights",
      ["RECORD-21", "CHAIN-03", "RECORD-05", "docs/run/keys.md#the-audit-log"],
      "The audit log is append-only, chained and sealed; files of the log are the operator's",
    ),
    "4.3": byOperator(
      2,
      "Logs are sent to another system",
      ["RECORD-22", "docs/run/keys.md#the-audit-log"],
      "Ship standard output; it carries the ends of the audit chains each hour",
    ),
    "5.1": holds(2, "Errors tell users nothing of the inside", ["CALLS-02", "HOST-10", "LINES-01"]),
    "5.2": holds(2, "The site works on, and stays safe, while others fail", [
      "KEPT-02",
      "CONTRACT-05",
      "FAILURE-04",
      "OUTAGE-07",
    ]),
    "5.3": holds(2, "Nothing opens because of an error", [
      "ALIKE-01",
      "KEPT-02",
      "OUTAGE-09",
      "SSO-09",
    ]),
  },
}
