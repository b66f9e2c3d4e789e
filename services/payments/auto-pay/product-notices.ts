import type { Policy } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import type { AutoPayNotice, AutoPayNotices } from "#services/products/product-presenter.ts"
import { findUndecidedAutoPay } from "../processing/payments.store.ts"
import { hasAutoPayNews } from "./auto-pay-failures.store.ts"
import { type AutoPayFailures, failuresSince } from "./auto-pay-failures.ts"
import { chargingNotice, noticeOf } from "./auto-pay-story-presenter.ts"

/** The notices on screens about charges of auto pay that failed or are not decided yet. */
export function createProductNotices(deps: Deps, failures: AutoPayFailures): AutoPayNotices {
  const { database, clock, localize } = deps

  async function failed(
    owner: Owner,
    policies: readonly Policy[],
    today: Temporal.PlainDate,
  ): Promise<[string, AutoPayNotice][]> {
    const stories = await failures.storiesOf(owner, policies, today)
    return await Promise.all(
      [...stories].map(async ([policyNumber, story]): Promise<[string, AutoPayNotice]> => {
        return [policyNumber, await noticeOf(localize, owner.client, story)]
      }),
    )
  }

  async function charging(owner: Owner): Promise<[string, AutoPayNotice][]> {
    const open = await findUndecidedAutoPay(database, owner.client, owner.accountNumber)
    return await Promise.all(
      open.map(async (charge): Promise<[string, AutoPayNotice]> => {
        return [charge.policyNumber, await chargingNotice(localize, owner.client, charge)]
      }),
    )
  }

  return async (owner, policies, today) => {
    const isOnAutoPay = policies.some(({ billing }) => billing.paymentMethodRecordId !== null)
    const hasNews = isOnAutoPay && (await hasAutoPayNews(database, owner, failuresSince(clock)))
    if (!hasNews) return new Map()
    return new Map([...(await failed(owner, policies, today)), ...(await charging(owner))])
  }
}

type Owner = Parameters<AutoPayNotices>[0]
