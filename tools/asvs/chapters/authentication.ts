import { type Chapter, deviates, holds, notApplicable } from "../requirement.ts"

const questions = {
  why: "The specification recovers a password by the answer to a security question (P5, P7).",
  decidedBy: "the specification",
  instead:
    "an answer alone opens nothing: the ticket goes to the address on file; five answers an hour; answers are argon2id with a pepper; every question looks alike for strangers",
}

/** V6. 6.7 has no requirement of level 2. */
export const authentication: Chapter = {
  title: "Authentication",
  rows: {
    "1.1": holds(
      1,
      "Limits on guessing are documented, also how they lock no one out",
      ["SECURITY.md#passwords-codes-and-guessing", "docs/architecture.md#where-a-rule-is-decided"],
      "Decision 019 has the reasons",
    ),
    "1.2": holds(2, "The words that passwords may not use are documented", [
      "docs/security-design.md#words-that-passwords-may-not-use",
    ]),
    "1.3": holds(2, "All ways to sign in are documented with their strength", [
      "docs/security-design.md#ways-to-sign-in",
    ]),
    "2.1": holds(1, "Passwords have at least 8 characters", ["REGISTER-04", "PROFILE-04"]),
    "2.2": holds(1, "Users can change their password", ["PROFILE-04", "LIMIT-12"]),
    "2.3": holds(1, "A change takes the old and the new password", ["PROFILE-04", "LIMIT-12"]),
    "2.4": holds(
      1,
      "Common passwords are refused",
      ["ASVS-09", "SECRET-40"],
      "49,000 leaked ones, in the forms that the rules ask for",
    ),
    "2.5": deviates(
      1,
      "Passwords of any composition are accepted",
      {
        why: "The specification asks for a lowercase letter, an uppercase letter and a number (P5).",
        decidedBy: "the specification",
        instead: "the list of rules is shown while typing; guessable passwords are refused besides",
      },
      ["REGISTER-04"],
    ),
    "2.6": holds(1, "Password fields hide the text, and may show it", ["LOGIN-02", "RECOVER-07"]),
    "2.7": holds(1, "Pasting and password managers work", ["RECOVER-10", "ORIGIN-10", "LOGIN-02"]),
    "2.8": deviates(
      1,
      "A password is compared exactly as it was sent",
      {
        why: "Unicode spellings of the same letters are made equal (NFKC) before hashing; nothing is cut and letters keep their case.",
        decidedBy: "we, as NIST SP 800-63B recommends for Unicode",
        instead:
          "other keyboards send the same letters in other bytes; no two ASCII passwords become equal",
      },
      ["contracts/identity/password-rules.ts", "services/identity/credentials/password.test.ts"],
    ),
    "2.9": holds(
      2,
      "Passwords of 64 characters are accepted",
      ["contracts/identity/credential-lengths.ts"],
      "Up to 200",
    ),
    "2.10": holds(
      2,
      "Passwords do not expire",
      ["LIMIT-11"],
      "Only an initial password of staff must be replaced",
    ),
    "2.11": holds(2, "The documented words are refused in passwords", ["SECRET-40"]),
    "2.12": holds(
      2,
      "New passwords are compared with a set of breached passwords",
      ["ASVS-09", "SECRET-40"],
      "49,000, which ship with the software. All that are known would take a look-up at a third party (decision 024)",
    ),
    "3.1": holds(1, "Guessing and credential stuffing are stopped as documented", [
      "GUESS-02",
      "GUESS-03",
      "GUESS-06",
      "SECRET-42",
    ]),
    "3.2": holds(
      1,
      "There are no default accounts",
      ["commands/staff/staff.ts", "SECURITY.md#what-the-operator-must-do"],
      "An empty database has none; the demo's people exist only where the demo is loaded",
    ),
    "3.3": holds(
      2,
      "Sign-in takes several factors",
      ["LOGIN-04", "LIMIT-10", "SSO-01"],
      "Customers: password and emailed code. Staff: password and authenticator app, or the company's provider",
    ),
    "3.4": holds(
      2,
      "There is no undocumented way in, and all are equally strong",
      ["docs/security-design.md#ways-to-sign-in", "server/calls/roles/roles.db.test.ts"],
      "A password reset signs in by ticket and answer; it proves less, so changes of credentials ask for a code after it",
    ),
    "4.1": holds(1, "Initial passwords are random and must be replaced", ["LIMIT-11"]),
    "4.2": deviates(1, "There are no security questions", questions, ["RECOVER-05", "GUESS-06"]),
    "4.3": holds(
      2,
      "A password reset does not bypass the second factor",
      ["RECOVER-05", "PROOF-05", "LIMIT-02"],
      "It takes the mailbox, which is the second factor, and the answer. The password of staff is reset by the operator alone, and the app stays",
    ),
    "4.4": holds(
      2,
      "A lost factor is replaced with as much proof as at enrollment",
      ["PROOF-08", "LIMIT-02", "docs/run/staff.md#staff-accounts"],
      "A new address takes a code of the old mailbox and one of the new, or staff and dual approval; staff have recovery codes, or the operator",
    ),
    "5.1": holds(2, "Codes and recovery codes work once", [
      "PROOF-06",
      "services/staff/second-factor/second-factor.db.test.ts",
    ]),
    "5.2": holds(
      2,
      "Recovery codes have 112 random bits, or are stored as password hashes",
      ["ASVS-05", "services/staff/second-factor/second-factor.ts"],
      "120 bits, stored as keyed hashes",
    ),
    "5.3": holds(
      2,
      "Codes and seeds come from a secure random generator",
      ["services/identity/codes/code-hash.ts", "services/staff/second-factor/second-factor.ts"],
      "`node:crypto`",
    ),
    "5.4": holds(2, "Codes have at least 20 bits", ["LOGIN-04", "LOGIN-16"], "Six digits"),
    "5.5": deviates(
      2,
      "Codes and links live for 10 minutes, codes of apps for 30 seconds",
      {
        why: "One-time codes live for 10 minutes. Reset tickets and emailed sign-in links live for 30, because email is late at times. The code of the app's step before and after counts, because clocks of phones differ (RFC 6238).",
        decidedBy: "we",
        instead:
          "tickets have 96 random bits and a tag of 128 under the key, work once, and need the answer before; a sign-in link still takes password and code; an app's code works once, with five tries",
      },
      ["PROOF-06", "GUESS-04", "contracts/identity/link-life.ts"],
    ),
    "6.1": notApplicable(
      2,
      "Codes by phone or SMS are an option beside stronger ones",
      "No code is sent by phone or SMS.",
    ),
    "6.2": holds(2, "A code is valid for the request that asked for it", ["PROOF-06", "SECRET-02"]),
    "6.3": holds(2, "Guessing codes is limited", ["PROOF-06", "GUESS-09", "LOGIN-05"]),
    "8.1": holds(2, "A person of one provider cannot pose as one of another", ["SSO-03", "SSO-02"]),
    "8.2": holds(2, "Signatures of assertions are always checked", ["SSO-02"]),
    "8.3": notApplicable(2, "SAML assertions count once", "There is no SAML."),
    "8.4": holds(
      2,
      "The strength of a sign-in at a provider is checked, or a fallback is documented",
      [
        "docs/security-design.md#ways-to-sign-in",
        "docs/run/staff.md#sign-in-by-an-identity-provider",
      ],
      "No call expects more strength than a sign-in; the provider's is assumed to be a password, and the operator requires more there",
    ),
  },
}
