import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import type { Database } from "#database/open.ts"
import { sql } from "#database/sql.ts"
import type { Clock } from "#platform/clock.ts"
import { minimumCharge } from "#ports/payment-gateway/port.ts"
import type { PolicyAdmin } from "#ports/policy-admin/port.ts"
import { insertAuthorization } from "../paying/authorizations.store.ts"
import { recordAgreement } from "./agreements.ts"

interface AgreedProduct {
  client: string
  accountNumber: string
  policyNumber: string
  methodRecordId: string
}

/** Sets a product to auto pay for a customer who agrees to its next charge today. */
export async function agreeToAutoPay(
  on: { database: Database; policyAdmin: PolicyAdmin; clock: Clock },
  { client, accountNumber, policyNumber, methodRecordId }: AgreedProduct,
  today: Temporal.PlainDate,
): Promise<void> {
  const { database, policyAdmin, clock } = on
  await database.rows(
    sql`update policy_admin.billing set payment_method_record_id = ${methodRecordId}
      where client = ${client} and policy_number = ${policyNumber}`,
  )
  const question = { today: today.toString(), minimum: minimumCharge }
  const next = await policyAdmin.nextCharge(client, accountNumber, policyNumber, question)
  const found = await policyAdmin.policy(client, accountNumber, policyNumber)
  assert.ok(next && found)
  const { productDesc } = found.policy
  const authorizationId = randomUUID()
  await database.transaction(async (tx) => {
    await insertAuthorization(tx, {
      ...{ client, accountNumber, policyNumber, id: authorizationId },
      kind: "add",
      content: "",
      version: "",
      authorised: {},
      agreedAt: clock.now(),
      actorKind: "customer",
      actorUserid: "payer",
      subjectUserid: "payer",
      ip: "",
    })
    await recordAgreement(
      tx,
      {
        ...{ client, accountNumber, policyNumber, productDesc, authorizationId, next },
        ...{ methodRecordId, today },
      },
      clock.now(),
    )
  })
}
