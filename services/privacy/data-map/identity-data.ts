import { afterEnd, deleted, ofAccount, ofUser, type TableData } from "./table-data.ts"

/** Sign-in, sessions and accounts. Rows that refer to others come before them. */
export const identityData: readonly TableData[] = [
  {
    name: "appauth.passcode",
    about: "customers",
    what: "one-time codes that were sent, as hashes",
    basis: "security",
    kept: afterEnd,
    rows: `t.client = p.client and t.attempt_id in (select a.id from appauth.code_attempt a
      left join appauth.registration r on r.client = a.client and r.id = a.registration_id
      where a.client = p.client
        and (a.userid = any(p.userids) or r.account_number = p.account))`,
    erasure: deleted,
    columns: {
      reference: "attempt_id client",
      state: "used_at expires_at created_at",
      secret: "code_hash",
    },
  },
  {
    name: "appauth.code_attempt",
    about: "customers",
    what: "attempts to log in, to register and to confirm a change with a code",
    basis: "security",
    kept: afterEnd,
    rows: `t.client = p.client and (t.userid = any(p.userids) or t.registration_id in (
      select r.id from appauth.registration r
      where r.client = p.client and r.account_number = p.account))`,
    erasure: deleted,
    columns: {
      reference: "id userid registration_id subject client",
      state: "tries ended_at expires_at created_at purpose",
      secret: "secret_hash",
    },
  },
  {
    name: "appauth.registration",
    move: "ends",
    about: "customers",
    what: "registrations under way, with the facts that were entered",
    basis: "contract",
    kept: afterEnd,
    rows: ofAccount,
    erasure: deleted,
    columns: {
      reference: "id client policy_number account_number",
      state: "step address_fits expires_at created_at verified_at",
      identity: "typed",
      secret: "secret_hash",
    },
  },
  {
    name: "appauth.handoff",
    about: "customers",
    what: "transfers of a session to another site of the customer",
    basis: "security",
    kept: afterEnd,
    rows: `t.client = p.client and (t.subject_userid = any(p.userids) or t.session_id in (
      select s.id from appauth.session s
      where s.client = p.client and s.userid = any(p.userids)))`,
    erasure: deleted,
    columns: {
      reference: "session_id host client subject_userid replaces_session_id session_client",
      state: "used_at expires_at",
      secret: "token_hash browser_hash",
    },
  },
  {
    name: "appauth.session",
    about: "customers",
    what: "sessions with browser and IP address; also those in which staff act",
    basis: "security",
    kept: afterEnd,
    rows: ofUser,
    erasure: deleted,
    columns: {
      reference: "id host client userid family_id family_client",
      network: "device login_ip",
      state: "created_at seen_at expires_at ended_at proven_at",
      staff: "agent_userid",
      secret: "cookie_hash token_hash provider_sid",
    },
  },
  {
    name: "appauth.device",
    about: "customers",
    what: "browsers with which a person has logged in, as hashes",
    basis: "security",
    kept: "`KEEP_DEVICE_DAYS` after the last login",
    rows: ofUser,
    erasure: deleted,
    columns: { reference: "userid client", state: "seen_at", secret: "secret_hash" },
  },
  {
    name: "appauth.reset_ticket",
    about: "customers",
    what: "links to reset a password",
    basis: "security",
    kept: afterEnd,
    rows: ofUser,
    erasure: deleted,
    columns: { reference: "client userid", state: "used_at expires_at", secret: "ticket_hash" },
  },
  {
    name: "appauth.sign_in_link",
    about: "customers",
    what: "emailed links to log in",
    basis: "security",
    kept: afterEnd,
    rows: ofUser,
    erasure: deleted,
    columns: {
      reference: "client userid",
      state: "expires_at used_at browser_until",
      secret: "token_hash browser_hash",
    },
  },
  {
    name: "appauth.user_account",
    move: "stays",
    about: "customers",
    what: "usernames with hashes of password and security answer",
    basis: "contract",
    kept: "until the registration is deleted",
    rows: `t.client = p.client and (t.account_number = p.account or t.userid = any(p.userids))`,
    erasure: deleted,
    columns: {
      reference: "userid client account_number moved_to",
      identity: "username",
      state: "created_at reactivate security_question_id",
      secret: "password_hash security_answer_hash",
    },
  },
  {
    name: "appauth.password_recovery",
    about: "no person",
    what: "recoveries under way; the username is a keyed hash",
    kept: afterEnd,
    columns: {
      reference: "client",
      state: "answered_at expires_at",
      secret: "secret_hash username_hash",
    },
  },
  {
    name: "appauth.budget",
    about: "no person",
    what: "counts for rate limits, under keyed hashes",
    kept: "until their window is over",
    columns: { state: "calls over_at", secret: "key_hash" },
  },
  {
    name: "appauth.imported_scheme",
    about: "no person",
    what: "kinds of [imported password hashes](import.md#password-hashes)",
    kept: "`KEEP_ENDED_DAYS` after the import, while no user has one",
    columns: { reference: "client id", content: "scheme", state: "imported_at" },
  },
  {
    name: "appauth.used_proof",
    about: "no person",
    what: "solved proofs of work",
    kept: "until they expire",
    columns: { state: "expires_at", secret: "proof_hash" },
  },
]
