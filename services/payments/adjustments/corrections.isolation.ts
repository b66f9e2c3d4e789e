import { earlier } from "#platform/time.ts"
import type { IsolationCase } from "#testing/isolation.ts"
import { ids, shared } from "#testing/second-tenant/keys.ts"
import * as corrections from "./corrections.store.ts"

const { account, noon } = shared
const anHourAgo = earlier(noon, { hours: 1 })
const { waiting, approved } = ids.correction

export const correctionCases: IsolationCase[] = [
  {
    name: "findCorrection",
    run: (tx, client) => corrections.findCorrection(tx, [client, "wayfarer"], waiting),
  },
  {
    name: "decideCorrection",
    run: (tx, client) =>
      corrections.decideCorrection(tx, client, waiting, {
        ...{ by: "agent.osei", at: noon, status: "refused", claimedUntil: null },
      }),
  },
  {
    name: "withdrawCorrection",
    run: (tx, client) => corrections.withdrawCorrection(tx, client, waiting, "agent.kim", noon),
  },
  {
    name: "markPosted of a correction",
    run: (tx, client) => corrections.markCorrectionPosted(tx, client, approved, 1, noon),
  },
  {
    name: "claimCorrections",
    // Only Harbor Mutual's correction is due.
    run: (tx, client) =>
      corrections.claimCorrections(tx, client === "harbor" ? noon : anHourAgo, noon, 10),
  },
  {
    name: "postponeCorrection",
    run: (tx, client) =>
      corrections.postponeCorrection(tx, { client, id: approved, tries: 1 }, noon),
  },
  {
    name: "findCorrectionByKey",
    run: (tx, client) => corrections.findCorrectionByKey(tx, client, "the key of a credit"),
  },
  {
    name: "findCorrections",
    run: (tx, client) => corrections.findCorrections(tx, client, account),
  },
  {
    name: "findWaitingCorrections",
    run: (tx, client) => corrections.findWaitingCorrections(tx, [client, "wayfarer"], noon),
  },
]
