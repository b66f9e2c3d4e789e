import { importCases } from "#commands/import/import.isolation.ts"
import { cachedDataCases } from "#ports/policy-admin/cache/cache.isolation.ts"
import { accountSystemCases } from "#ports/policy-admin/embedded/embedded.isolation.ts"
import { unshownChangeCases } from "#ports/policy-admin/unshown/unshown.isolation.ts"
import { auditCases } from "#services/audit/audit.isolation.ts"
import { brandCases } from "#services/brands/brands.isolation.ts"
import { releaseCases } from "#services/brands/releases/releases.isolation.ts"
import { eventCases } from "#services/events/events.isolation.ts"
import { identityCases } from "#services/identity/identity.isolation.ts"
import { correctionCases } from "#services/payments/adjustments/corrections.isolation.ts"
import { refundCases } from "#services/payments/adjustments/refunds.isolation.ts"
import { autoPayCases } from "#services/payments/auto-pay/auto-pay.isolation.ts"
import { billingRunCases } from "#services/payments/auto-pay/billing-run.isolation.ts"
import { chargeNoticeCases } from "#services/payments/auto-pay/charge-notices.isolation.ts"
import { refusedCases } from "#services/payments/auto-pay/refused.isolation.ts"
import { suspensionCases } from "#services/payments/auto-pay/suspensions.isolation.ts"
import { methodCases } from "#services/payments/methods/methods.isolation.ts"
import { authorizationCases } from "#services/payments/paying/authorizations.isolation.ts"
import { chargingCases } from "#services/payments/paying/charging.isolation.ts"
import { payableCases } from "#services/payments/paying/payable.isolation.ts"
import { paymentCases } from "#services/payments/paying/payments.isolation.ts"
import { postingFailureCases } from "#services/payments/paying/posting-failures.isolation.ts"
import { accountCases } from "#services/payments/reconciliation/accounts.isolation.ts"
import { reconciliationCases } from "#services/payments/reconciliation/reconciliation.isolation.ts"
import { privacyCases } from "#services/privacy/privacy.isolation.ts"
import { profileCases } from "#services/profile/profile.isolation.ts"
import { staffCases } from "#services/staff/staff.isolation.ts"
import type { IsolationCase } from "./isolation.ts"

/** Every use of a store whose statements filter by client. */
export const isolationCases: readonly IsolationCase[] = [
  ...accountCases,
  ...accountSystemCases,
  ...auditCases,
  ...authorizationCases,
  ...autoPayCases,
  ...billingRunCases,
  ...brandCases,
  ...chargeNoticeCases,
  ...chargingCases,
  ...refusedCases,
  ...correctionCases,
  ...eventCases,
  ...identityCases,
  ...methodCases,
  ...importCases,
  ...cachedDataCases,
  ...payableCases,
  ...paymentCases,
  ...privacyCases,
  ...profileCases,
  ...reconciliationCases,
  ...refundCases,
  ...postingFailureCases,
  ...releaseCases,
  ...staffCases,
  ...suspensionCases,
  ...unshownChangeCases,
]
