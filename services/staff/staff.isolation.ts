import type { IsolationCase } from "#testing/isolation.ts"
import { ids, shared } from "#testing/second-tenant/keys.ts"
import * as approvals from "./approvals/approvals.store.ts"

const { userid, noon } = shared
const id = ids.staffApproval

export const staffCases: IsolationCase[] = [
  {
    name: "openApprovals",
    run: (tx, client) => approvals.openApprovals(tx, [client, "wayfarer"], noon),
  },
  {
    name: "findApproval",
    run: (tx, client) => approvals.findApproval(tx, [client, "wayfarer"], id),
  },
  {
    name: "findOpenApproval",
    run: (tx, client) => approvals.findOpenApproval(tx, client, userid, "resetPassword"),
  },
  {
    name: "decideApproval",
    run: (tx, client) =>
      approvals.decideApproval(tx, client, id, { by: "agent.osei", at: noon, approved: true }),
  },
  { name: "dropApproval", run: (tx, client) => approvals.dropApproval(tx, client, id) },
  { name: "dropApprovalsOf", run: (tx, client) => approvals.dropApprovalsOf(tx, client, userid) },
]
