import { type IsolationCase, inTurn } from "#testing/isolation.ts"
import { ids, otherClient, shared, uuid } from "#testing/second-tenant/keys.ts"
import { addAuthorization } from "#testing/second-tenant/tables.ts"
import {
  closeChange,
  findAgreedBilling,
  findChangeState,
  findOpenAutoPayChange,
  insertChange,
  isBeingSetTo,
} from "./auto-pay.store.ts"
import { insertNotice } from "./billing-run.store.ts"
import {
  closeSkip,
  dropSkip,
  findMadeSkips,
  findSkips,
  findSkipsToFollow,
  moveSkip,
} from "./skips.store.ts"

const { account, policy, quietPolicy, recordId, noon } = shared
const { asked, decided } = ids.authorization
const authorizationId = uuid("ff")

export const autoPayCases: IsolationCase[] = [
  {
    name: "findAgreedBilling",
    async run(tx, client) {
      await closeChange(tx, client, asked, "made")
      return await findAgreedBilling(tx, client, new Date(0))
    },
  },
  {
    name: "insertChange",
    async run(tx, client) {
      const of = { client, accountNumber: account, policyNumber: quietPolicy }
      await addAuthorization(tx, { ...of, id: authorizationId })
      const billing = { frequencyCode: "M", paymentMethodRecordId: null, paymentMethodLabel: "" }
      const words = { before: {}, after: {}, siteAddress: "http://localhost" }
      const change = { authorizationId, ...of, seen: billing, wanted: billing, ...words }
      return await insertChange(tx, change, noon)
    },
  },
  {
    name: "findChangeState",
    run: (tx, client) => inTurn([asked, decided], (id) => findChangeState(tx, client, id)),
  },
  { name: "closeChange", run: (tx, client) => closeChange(tx, client, asked, "made") },
  { name: "findOpenAutoPayChange", run: (tx, client) => findOpenAutoPayChange(tx, client, policy) },
  {
    name: "isBeingSetTo",
    run: (tx, client) => isBeingSetTo(tx, client, account, recordId),
  },
  { name: "findSkips", run: (tx, client) => findSkips(tx, client, account) },
  {
    name: "findMadeSkips",
    async run(tx, client) {
      await closeSkip(tx, client, ids.skip.asked)
      return await findMadeSkips(tx, client, new Date(0))
    },
  },
  {
    name: "findSkipsToFollow",
    async run(tx, client) {
      await closeSkip(tx, client, ids.skip.asked)
      return await findSkipsToFollow(tx, client, "2026-03-01")
    },
  },
  {
    name: "findSkipsToFollow when only the other client's customer was told about the end",
    async run(tx, client) {
      await closeSkip(tx, client, ids.skip.asked)
      const elsewhere = otherClient(client)
      await insertNotice(tx, elsewhere, `skip ended ${ids.skip.asked}`, noon)
      return await findSkipsToFollow(tx, client, "2026-03-01")
    },
  },
  { name: "moveSkip", run: (tx, client) => moveSkip(tx, client, ids.skip.asked, ["2026-03-14"]) },
  { name: "closeSkip", run: (tx, client) => closeSkip(tx, client, ids.skip.asked) },
  { name: "dropSkip", run: (tx, client) => dropSkip(tx, client, ids.skip.asked) },
]
