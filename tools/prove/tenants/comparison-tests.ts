const staff = [
  "services/myaccount-core/agent.db.test.ts",
  "services/myaccount-core/agent-credentials.db.test.ts",
  "services/myaccount-core/takeover-guard.db.test.ts",
  "server/callers/callers.db.test.ts",
]
const signIn = ["services/appauth/sign-in.db.test.ts", "services/appauth/recovery.db.test.ts"]

/** The tests of each file that compares clients outside of SQL; one has to fail without each. */
export const comparisonTests: Partial<Record<string, string[]>> = {
  "server/brands.ts": ["services/appauth/handoff.db.test.ts"],
  "services/appauth/checks.ts": [...signIn, "services/appauth/registration-refused.db.test.ts"],
  "services/appauth/recovery.ts": signIn,
  "services/appauth/registration.ts": [
    "services/appauth/registration-refused.db.test.ts",
    "services/appauth/registration.db.test.ts",
  ],
  "services/appauth/sign-in.ts": signIn,
  "services/appauth/staff-accounts.ts": [
    "services/appauth/staff-accounts.db.test.ts",
    "tools/staff.db.test.ts",
  ],
  "services/appauth/staff-standing.ts": ["services/appauth/staff-standing.db.test.ts"],
  "services/audit-check.ts": ["services/audit.db.test.ts", "tools/audit.db.test.ts"],
  "services/myaccount-core/agent-approvals.ts": staff,
  "services/myaccount-core/agent-desk.ts": staff,
  "services/myaccount-core/agent-search.ts": staff,
  "services/myaccount-core/emails.ts": ["services/myaccount-core/emails.db.test.ts"],
  "services/myaccount-core/payment-history.ts": [
    "services/myaccount-core/payment-history.db.test.ts",
    "server/callers/callers.db.test.ts",
  ],
}
