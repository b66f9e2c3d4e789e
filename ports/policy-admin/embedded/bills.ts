import type { Database } from "#database/open.ts"
import { afterBill } from "./balance.ts"
import { findPeriodAmount, findUnbilled, type ProductKey } from "./bills.store.ts"
import { lockBalance, writeBalance } from "./posting.store.ts"

/** Days before its due date on which a bill is issued: as many as it is shown as due. */
const billDays = 30
const pageSize = 500

/** Issues each bill in its own transaction, so that a killed run loses nothing. */
export async function issueBills(database: Database, today: string): Promise<number> {
  const by = Temporal.PlainDate.from(today).add({ days: billDays }).toString()
  let issued = 0
  let page: ProductKey[] = []
  do {
    page = await findUnbilled(database, by, page.at(-1), pageSize)
    for (const product of page) if (await issueBill(database, product)) issued += 1
  } while (page.length === pageSize)
  return issued
}

async function issueBill(database: Database, product: ProductKey): Promise<boolean> {
  return await database.transaction(async (tx) => {
    const { client, policyNumber } = product
    const balance = await lockBalance(tx, client, policyNumber)
    const amount = await findPeriodAmount(tx, product)
    if (!balance || amount === undefined) return false
    const billed = afterBill(balance, amount)
    if (billed === balance) return false
    await writeBalance(tx, client, policyNumber, billed, 0)
    return billed.billedUntil !== balance.billedUntil
  })
}
