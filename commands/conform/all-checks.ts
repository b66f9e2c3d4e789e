import type { Check } from "./check.ts"
import { agreement } from "./checks/agreement.ts"
import { autoPay } from "./checks/auto-pay.ts"
import { billing } from "./checks/billing.ts"
import { contact } from "./checks/contact.ts"
import { corrections } from "./checks/corrections.ts"
import { keys } from "./checks/keys.ts"
import { payments } from "./checks/payments.ts"
import { reads } from "./checks/reads.ts"
import { requests } from "./checks/requests.ts"
import { returns } from "./checks/returns.ts"
import { strangers } from "./checks/strangers.ts"
import { sums } from "./checks/sums.ts"
import { values } from "./checks/values.ts"

/** The checks in the order of the report: facts that later ones use are checked first. */
export const allChecks: readonly Check[] = [
  ...[requests, reads, strangers, values, sums, agreement, autoPay].flat(),
  ...[keys, payments, returns, corrections, contact, billing].flat(),
]
