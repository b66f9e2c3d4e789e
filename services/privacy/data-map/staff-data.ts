import { afterEnd, type TableData } from "./table-data.ts"

const untilRemoved = "until the account is removed"

/** Accounts of staff of the support site. */
export const staffData: readonly TableData[] = [
  {
    name: "appauth.agent",
    about: "staff",
    what: "staff accounts, with clients and roles",
    kept: untilRemoved,
    columns: {
      reference: "userid",
      identity: "username first_name last_name",
      contact: "email",
      state:
        "created_at clients needs_second_factor disabled_at from_folder must_change_password roles",
      secret: "password_hash",
    },
  },
  {
    name: "appauth.agent_factor",
    about: "staff",
    what: "authenticator apps, sealed",
    kept: untilRemoved,
    columns: { reference: "userid", state: "confirmed_at last_step", secret: "secret_sealed" },
  },
  {
    name: "appauth.agent_recovery_code",
    about: "staff",
    what: "recovery codes, as hashes",
    kept: untilRemoved,
    columns: { reference: "userid", state: "used_at", secret: "code_hash" },
  },
  {
    name: "appauth.agent_provider",
    about: "staff",
    what: "accounts at the company's identity provider",
    kept: untilRemoved,
    columns: {
      reference: "userid provider issuer subject",
      state: "checked_at next_check_at ended_at",
      secret: "refresh_sealed",
    },
  },
  {
    name: "appauth.staff_attempt",
    about: "staff",
    what: "attempts of staff to log in",
    kept: afterEnd,
    columns: {
      reference: "userid",
      state: "tries ended_at expires_at proven_by",
      secret: "secret_hash",
    },
  },
  {
    name: "appauth.provider_attempt",
    about: "staff",
    what: "sign-ins under way at an identity provider, sealed",
    kept: afterEnd,
    columns: { state: "expires_at", secret: "secret_hash sealed" },
  },
  {
    name: "appauth.provider_logout",
    about: "staff",
    what: "used logout tokens of identity providers",
    kept: afterEnd,
    columns: { state: "used_at", secret: "token_hash" },
  },
]
