import { type Chapter, deviates, holds } from "../requirement.ts"

/** V7 */
export const sessions: Chapter = {
  title: "Session management",
  rows: {
    "1.1": holds(2, "Idle and longest time of sessions are documented with reasons", [
      "docs/security-design.md#sessions",
    ]),
    "1.2": holds(2, "The number of sessions at the same time is documented", [
      "docs/security-design.md#sessions",
    ]),
    "1.3": holds(2, "Systems that share sessions are documented", [
      "docs/security-design.md#sessions",
      "docs/run/staff.md#sign-in-by-an-identity-provider",
    ]),
    "2.1": holds(1, "The server verifies sessions", ["SESSION-01", "SESSION-02"]),
    "2.2": holds(1, "Tokens are made for each session", ["SESSION-01", "SECRET-02"]),
    "2.3": holds(
      1,
      "Session tokens are random, with 128 bits or more",
      ["platform/keys/secrets.ts", "SECRET-02"],
      "256 bits each for cookie and token",
    ),
    "2.4": holds(1, "A sign-in makes new tokens and ends the session before it", ["SECRET-41"]),
    "3.1": holds(
      2,
      "A session ends when it is idle",
      ["SESSION-04"],
      "15 minutes, on the server too",
    ),
    "3.2": holds(
      2,
      "A session ends after its longest time",
      ["services/identity/sessions/sessions.db.test.ts"],
      "12 hours; acting for a customer 30 minutes",
    ),
    "4.1": holds(1, "An ended session opens nothing", ["SESSION-03", "SESSION-02"]),
    "4.2": holds(1, "Sessions end when an account is disabled or deleted", [
      "SSO-05",
      "AGENT-06",
      "EVENT-13",
      "services/staff/accounts/staff-standing.db.test.ts",
    ]),
    "4.3": holds(
      2,
      "A changed factor ends the other sessions",
      ["ASVS-06", "RECOVER-08", "LIMIT-12"],
      "Always, without asking",
    ),
    "4.4": holds(2, "Every signed-in screen has a visible logout", [
      "SHELL-02",
      "SHELL-03",
      "TRANSFER-09",
    ]),
    "4.5": holds(2, "The operator can end the sessions of a person, or of all", [
      "ASVS-07",
      "docs/run/staff.md#end-sessions",
    ]),
    "5.1": deviates(
      2,
      "Changes of credentials take a full sign-in before",
      {
        why: "They take a one-time code within the last ten minutes. Only a new password takes the old one too, because the other calls of S7 have no field for it.",
        decidedBy: "we (decision 016), within the calls of the specification",
        instead: "the code goes to the address before the change, and the change is emailed there",
      },
      ["PROOF-01", "PROOF-10"],
    ),
    "5.2": deviates(
      2,
      "Users see their sessions and can end them",
      {
        why: "There is no list of sessions; the profile of the specification has none.",
        decidedBy: "we",
        instead:
          "a new password ends all others; each sign-in is in Activity on your account and a new device is emailed; a session ends after 15 idle minutes; the operator can end all",
      },
      ["ACTIVITY-01", "ASVS-06", "ASVS-07"],
    ),
    "6.1": holds(2, "Sessions with a provider end as documented", ["SSO-06", "SSO-07"]),
    "6.2": holds(
      2,
      "A session begins only by an act of the user",
      ["TRANSFER-01", "TRANSFER-04", "SSO-01"],
      "A link of another page asks first",
    ),
  },
}
