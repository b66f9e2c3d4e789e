import { type IsolationCase, inTurn } from "#testing/isolation.ts"
import { ids, otherClient, shared, uuid } from "#testing/second-tenant/keys.ts"
import { addAuthorization } from "#testing/second-tenant/tables.ts"
import {
  findAuthorization,
  findAuthorizations,
  findAuthorizedCharges,
  findLastAutoPayAgreement,
} from "./authorizations.store.ts"
import * as payments from "./payments.store.ts"

const { account, quietPolicy } = shared
const { asked, decided } = ids.authorization
const newAuthorization = uuid("ff")

export const authorizationCases: IsolationCase[] = [
  {
    name: "findLastAutoPayAgreement",
    run: (tx, client) => findLastAutoPayAgreement(tx, { client, accountNumber: account }),
  },
  {
    name: "findLastAutoPayAgreement when the other client's customer has agreed later",
    async run(tx, client) {
      const later = { policyNumber: quietPolicy, agreedAt: new Date("2999-01-01") }
      await addAuthorization(tx, { client: otherClient(client), id: newAuthorization, ...later })
      return await findLastAutoPayAgreement(tx, { client, accountNumber: account })
    },
  },
  {
    name: "findAuthorizations",
    run: (tx, client) => findAuthorizations(tx, client, account),
  },
  {
    name: "findAuthorization",
    run: (tx, client) =>
      inTurn([asked, decided], (id) => findAuthorization(tx, client, account, id)),
  },
  {
    name: "findAuthorizedCharges",
    run: (tx, client) => findAuthorizedCharges(tx, client, account),
  },
  {
    name: "nameAuthorization",
    run: (tx, client) =>
      payments.nameAuthorization(tx, client, ids.payment.accepted, ids.authorization.made),
  },
]
