import type { IsolationCase } from "#testing/isolation.ts"
import { shared } from "#testing/twin-rows.store.ts"
import {
  findCorrectionByKey,
  findCorrections,
  findWaitingCorrections,
} from "./corrections.store.ts"

const { account, noon } = shared

export const correctionCases: IsolationCase[] = [
  {
    name: "findCorrectionByKey",
    run: (tx, client) => findCorrectionByKey(tx, client, "the key of a credit"),
  },
  { name: "findCorrections", run: (tx, client) => findCorrections(tx, client, account) },
  {
    name: "findWaitingCorrections",
    run: (tx, client) => findWaitingCorrections(tx, [client, "wayfarer"], noon),
  },
]
