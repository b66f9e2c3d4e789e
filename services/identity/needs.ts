import type { BrandOf } from "#platform/email/brand.ts"
import type { Localize } from "#platform/localize.ts"
import type { PolicyAdmin } from "#ports/policy-admin/port.ts"
import type { Audit } from "#services/audit/audit.ts"
import type { PasscodeNeeds } from "./codes/one-time-codes.ts"
import type { Passwords } from "./credentials/password.ts"

/** What it takes to find a person, to let them in and to write to them. */
export interface PeopleNeeds extends PasscodeNeeds {
  policyAdmin: PolicyAdmin
  audit: Audit
  passwords: Passwords
  /** What a mail needs of a client's brand. */
  brandOf: BrandOf
  localize: Localize
  /** Whether staff have changed the person's e-mail address so lately that it lets nobody in. */
  isAddressHeld: (person: { client: string; accountNumber: string }) => Promise<boolean>
}
