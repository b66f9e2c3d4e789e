import type { staffCorrections, staffRefunds } from "#contracts/staff/money.ts"
import type { staff } from "#contracts/staff/staff.ts"
import type { Cleanup } from "#platform/jobs/housekeeping-job.ts"
import type { Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import type { Identity } from "#services/identity/identity.ts"
import type { StatusOf } from "#services/payments/account/payment-status.ts"
import type { ContactChanges } from "#services/profile/contact/contact-changes.ts"
import { createRecentEmailChanges } from "#services/profile/new-email/recent-email-changes.ts"
import { createStaffPasswords } from "./accounts/staff-passwords.ts"
import { createStaffSignIn } from "./accounts/staff-sign-in.ts"
import { deleteOldApprovals } from "./approvals/approvals.store.ts"
import { createApprovals } from "./approvals/approvals.ts"
import { createCustomerCredentials } from "./approvals/customer-credentials.ts"
import { createActFor } from "./customers/act-for.ts"
import { createCustomerSearch } from "./customers/customer-search.ts"
import { createEmailChange } from "./customers/email-change.ts"
import type { AccountMoney, UnsentChargeNotices } from "./customers/found-payment-presenter.ts"
import { createStaffLedger } from "./ledger/ledger.ts"
import { createStaffLimits } from "./limits/staff-limits.ts"
import { type CorrectedBills, createStaffCorrections } from "./money/staff-corrections.ts"
import { createStaffRefunds, type StaffPayments } from "./money/staff-refunds.ts"
import { createProviderAccounts } from "./providers/provider-accounts.ts"
import {
  deleteOldLogoutTokens,
  deleteOldProviderAttempts,
} from "./providers/provider-attempts.store.ts"
import { createProviderLogout } from "./providers/provider-logout.ts"
import { providerRecheckJob } from "./providers/provider-recheck-job.ts"
import { createProviderSignIn } from "./providers/provider-sign-in.ts"
import { deleteOldStaffAttempts } from "./second-factor/second-factor.store.ts"
import { createSecondFactor } from "./second-factor/second-factor.ts"
import { createStaffStatus } from "./status/status.ts"
import type { Watched } from "./status/watched.ts"

/** The support site: staff log in, find customers, act for them, and reset their credentials. */
export function createStaff(
  deps: Deps,
  {
    identity: { registeredUsers, sendSignInLink, transferSession },
    contactChanges,
    payments,
    watched,
  }: {
    identity: Pick<Identity, "registeredUsers" | "sendSignInLink" | "transferSession">
    contactChanges: ContactChanges
    payments: StaffPayments &
      CorrectedBills & {
        unsentChargeNoticesOf: UnsentChargeNotices
        accountMoneyOf: AccountMoney
        statusOf: StatusOf
      }
    watched: Watched
  },
) {
  const staffLimits = createStaffLimits(deps)
  const recentEmailChanges = createRecentEmailChanges(deps)
  const secondFactor = createSecondFactor(deps)
  const passwords = createStaffPasswords(deps)
  const { beginSignIn } = createStaffSignIn(deps, {
    sendSignInLink,
    beginSecondFactor: secondFactor.begin,
    beginNewPassword: passwords.begin,
  })
  const providerAccounts = createProviderAccounts(deps)
  const others = { registeredUsers, staffLimits, recentEmailChanges }
  const approvals = createApprovals(deps, others)
  const support: Handlers<typeof staff & typeof staffRefunds & typeof staffCorrections> = {
    ...createStaffRefunds(deps, { ...others, payments }).handlers,
    ...createStaffCorrections(deps, { ...others, payments }).handlers,
    ...createCustomerSearch(deps, { ...others, ...payments }).handlers,
    ...createActFor(deps, { ...others, transferSession }).handlers,
    ...createEmailChange(deps, { ...others, contactChanges }).handlers,
    ...createCustomerCredentials(deps, { ...others, approvals }).handlers,
    ...approvals.handlers,
    async "GET /myaccount-core/agent/roles"({ session }) {
      return { roles: [...session.roles], messages: [] }
    },
  }
  const cleanups: Cleanup[] = [
    ({ ended }) => deleteOldApprovals(deps.database, ended),
    ({ ended }) => deleteOldStaffAttempts(deps.database, ended),
    ({ ended }) => deleteOldProviderAttempts(deps.database, ended),
    ({ ended }) => deleteOldLogoutTokens(deps.database, ended),
  ]
  return {
    handlers: {
      ...support,
      ...createStaffLedger(deps).handlers,
      ...createStaffStatus(deps, payments, watched).handlers,
      ...secondFactor.handlers,
      ...passwords.handlers,
      ...createProviderSignIn(deps, providerAccounts).handlers,
    },
    beginSignIn,
    endProviderSessions: createProviderLogout(deps),
    jobs: [providerRecheckJob(deps, providerAccounts)],
    cleanups,
  }
}
