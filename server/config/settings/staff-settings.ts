import { readStaffProviders } from "../staff-providers-file.ts"
import { oneOf } from "./forms.ts"
import { setting } from "./setting.ts"

/** Settings of the staff sign-in at the support site. */
export const staffSettings = {
  STAFF_SECOND_FACTOR: setting(oneOf("required"), {
    byDefault: "only where the staff account or a client requires it (production: `required`)",
    meaning:
      "`required`: every local account needs an authenticator app. Production requires it unless `ALLOW_UNSAFE` names `staff-password`",
  }),
  STAFF_PROVIDERS_FILE: setting(
    {
      must: "the path of a JSON file with identity providers",
      example: "/etc/my-account/staff-providers.json",
      read: readStaffProviders,
    },
    {
      byDefault: "none",
      meaning:
        "JSON file with [identity providers](run/staff.md#sign-in-by-an-identity-provider) (OpenID Connect)",
    },
  ),
  STAFF_LOCAL_ACCOUNTS: setting(oneOf("on", "off"), {
    byDefault: "on",
    example: "off",
    meaning:
      "`off`: identity providers only. Passwords are refused, and sessions that began with one end",
  }),
}
