import assert from "node:assert/strict"
import { earlier } from "#platform/time.ts"
import { beginBillingRun } from "#testing/billing-runs.store.ts"
import type { IsolationCase } from "#testing/isolation.ts"
import { clients, otherClient, shared } from "#testing/second-tenant/keys.ts"
import { findBillingProgress } from "./billing-progress.store.ts"
import {
  claimNextRun,
  findExpiringCards,
  findUnsentDeclineNotices,
  finishRun,
  moveClaim,
} from "./billing-run.store.ts"

const { noon } = shared
const anHourAgo = earlier(noon, { hours: 1 })

export const billingRunCases: IsolationCase[] = [
  {
    name: "findUntoldDeclines",
    run: (tx, client) => findUnsentDeclineNotices(tx, client, anHourAgo, 100),
  },
  {
    name: "claimNextRun",
    async run(tx, client) {
      const elsewhere = otherClient(client)
      const days = [{ timeZone: "America/New_York", day: "2026-03-02" }]
      await beginBillingRun(tx, elsewhere, "2026-03-02", noon)
      await finishRun(tx, elsewhere, "2026-03-02", noon)
      const after = client.slice(0, -1)
      const other = await claimNextRun(tx, days, { after, left: [client] }, noon, noon)
      assert.notEqual(other?.client, client)
      return await claimNextRun(tx, days, { after, left: [] }, noon, noon)
    },
  },
  {
    name: "finishRun",
    async run(tx, client) {
      const elsewhere = otherClient(client)
      await beginBillingRun(tx, client, "2026-03-02", noon)
      await beginBillingRun(tx, elsewhere, "2026-03-02", noon)
      await finishRun(tx, client, "2026-03-02", noon)
    },
  },
  {
    name: "findBillingProgress",
    async run(tx, client) {
      const elsewhere = otherClient(client)
      await beginBillingRun(tx, client, "2998-01-01", noon)
      await finishRun(tx, client, "2998-01-01", noon)
      for (const day of ["2999-01-01", "2999-01-02"]) {
        await beginBillingRun(tx, elsewhere, day, noon)
      }
      await finishRun(tx, elsewhere, "2999-01-01", anHourAgo)
      return (await findBillingProgress(tx)).find((progress) => progress.client === client)
    },
  },
  {
    name: "moveClaim",
    async run(tx, client) {
      for (const one of clients) await beginBillingRun(tx, one, "2026-03-02", noon)
      await moveClaim(tx, client, "2026-03-02", anHourAgo)
    },
  },
  {
    name: "findExpiringCards",
    run: async (tx, client) =>
      (await findExpiringCards(tx, client, "2031-08-01", "2031-08-31", 0, 100)).map(
        ({ number: _, ...card }) => card,
      ),
  },
]
