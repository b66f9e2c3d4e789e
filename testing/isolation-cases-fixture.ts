import { importCases } from "#commands/import/isolation-fixture.ts"
import { cachedDataCases } from "#ports/policy-admin/cache/isolation-fixture.ts"
import { accountSystemCases } from "#ports/policy-admin/embedded/isolation-fixture.ts"
import { unshownChangeCases } from "#ports/policy-admin/unshown/isolation-fixture.ts"
import { auditCases } from "#services/audit/isolation-fixture.ts"
import { brandCases } from "#services/brands/isolation-fixture.ts"
import { releaseCases } from "#services/brands/releases/isolation-fixture.ts"
import { eventCases } from "#services/events/isolation-fixture.ts"
import { identityCases } from "#services/identity/isolation-fixture.ts"
import { correctionCases } from "#services/payments/adjustments/corrections-isolation-fixture.ts"
import { refundCases } from "#services/payments/adjustments/refunds-isolation-fixture.ts"
import { chargeNoticeCases } from "#services/payments/auto-pay/charge-notices-isolation-fixture.ts"
import { refusedCases } from "#services/payments/auto-pay/refused-isolation-fixture.ts"
import { paymentCases } from "#services/payments/isolation-fixture.ts"
import { payableCases } from "#services/payments/paying/payable-isolation-fixture.ts"
import { postingFailureCases } from "#services/payments/paying/posting-failures-isolation-fixture.ts"
import { reconciliationCases } from "#services/payments/reconciliation/isolation-fixture.ts"
import { privacyCases } from "#services/privacy/isolation-fixture.ts"
import { profileCases } from "#services/profile/isolation-fixture.ts"
import { staffCases } from "#services/staff/isolation-fixture.ts"
import type { IsolationCase } from "./isolation.ts"

/** Every use of a store whose statements filter by client. */
export const isolationCases: readonly IsolationCase[] = [
  ...accountSystemCases,
  ...auditCases,
  ...brandCases,
  ...chargeNoticeCases,
  ...refusedCases,
  ...correctionCases,
  ...eventCases,
  ...identityCases,
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
  ...unshownChangeCases,
]
