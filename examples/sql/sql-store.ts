import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { PGlite } from "@electric-sql/pglite"
import type { Bill, Fact } from "../shared/book.ts"
import type { Store, StoredAccount, StoredProduct } from "../shared/store.ts"

/**
 * Opens PostgreSQL in this process, in a folder or in memory. An empty database gets the sample.
 */
export async function openSqlStore(folder?: string): Promise<Store & { close(): Promise<void> }> {
  const engine = await PGlite.create(folder === undefined ? "memory://" : folder)
  const read = async <Row>(sql: string, values: unknown[]) =>
    (await engine.query<Row>(sql, values)).rows
  const isChanged = async (sql: string, values: unknown[]) =>
    ((await engine.query(sql, values)).affectedRows ?? 0) > 0
  const [schema] = await read<{ name: string | null }>("select to_regclass('customer') as name", [])
  if (schema?.name === null) {
    for (const file of ["schema.sql", "sample.sql"]) {
      await engine.exec(await readFile(join(import.meta.dirname, file), "utf8"))
    }
  }

  return {
    close: () => engine.close(),
    async answers() {
      return await engine.query("select 1").then(
        () => true,
        () => false,
      )
    },
    async account(client, accountNumber) {
      const [person] = await read<StoredAccount["person"]>(personSql, [client, accountNumber])
      if (!person) return undefined
      const own = [client, accountNumber]
      const products = await read<StoredProduct>(productsSql, own)
      const bills = await read<Bill & { policyNumber: string }>(billsSql, own)
      const documents = await read<StoredProduct["documents"][number] & { policyNumber: string }>(
        documentsSql,
        own,
      )
      const of = <Row extends { policyNumber: string }>(rows: Row[], number: string) =>
        rows.flatMap(({ policyNumber, ...row }) => (policyNumber === number ? [row] : []))
      return {
        person,
        products: products.map((one) => ({
          ...one,
          bills: of(bills, one.policyNumber),
          documents: of(documents, one.policyNumber),
        })),
      }
    },
    async ownerOf(client, policyNumber) {
      const sql = "select customer_no from contract where company = $1 and contract_no = $2"
      return (await read<{ customer_no: string }>(sql, [client, policyNumber]))[0]?.customer_no
    },
    async alike(client, accountNumber) {
      const plain = (name: string) => `upper(regexp_replace(${name}, '[^a-zA-Z0-9]', '', 'g'))`
      const sql = `select customer_no from customer where company = $1 and ${plain("customer_no")} = ${plain("$2")}`
      return (await read<{ customer_no: string }>(sql, [client, accountNumber])).map(
        (row) => row.customer_no,
      )
    },
    async onAutoPay(client) {
      const sql =
        "select distinct customer_no from contract where company = $1 and pays_with is not null"
      return (await read<{ customer_no: string }>(sql, [client])).map((row) => row.customer_no)
    },
    async facts(client) {
      return await read<Fact>(factsSql, [client])
    },
    async add(client, { kind, id, policyNumber, lot, amount, on, billNumbers, reopens, note }) {
      await read(addSql, [
        client,
        kind,
        id,
        policyNumber,
        lot,
        amount,
        on,
        billNumbers,
        reopens,
        note,
      ])
    },
    async writeContact(client, accountNumber, version, { emailAddress, phoneNumber, address }) {
      const street = [address.addressLine1, address.addressLine2, address.addressLine3]
      const { cityName, stateCode, zipCode } = address
      return await isChanged(
        `update customer set email = $4, phone = $5, street = $6, city = $7, state = $8, zip = $9, revision = revision + 1
         where company = $1 and customer_no = $2 and revision::text = $3`,
        [
          client,
          accountNumber,
          version,
          emailAddress,
          phoneNumber,
          street,
          cityName,
          stateCode,
          zipCode,
        ],
      )
    },
    async writeSubscribed(client, accountNumber, isSubscribed) {
      return await isChanged(
        "update customer set wants_email = $3 where company = $1 and customer_no = $2 and wants_email <> $3",
        [client, accountNumber, isSubscribed],
      )
    },
    async writeMethod(client, policyNumber, seen, { paymentMethodRecordId, paymentMethodLabel }) {
      return await isChanged(
        `update contract set pays_with = $4, pays_with_label = $5
         where company = $1 and contract_no = $2 and pays_with is not distinct from $3`,
        [client, policyNumber, seen, paymentMethodRecordId, paymentMethodLabel],
      )
    },
    async skip(client, policyNumber, dueDates) {
      await read(
        `update contract set skipped = array(select distinct unnest(skipped || $3::date[]))
         where company = $1 and contract_no = $2`,
        [client, policyNumber, dueDates],
      )
    },
  }
}

// Dates leave the database as YYYY-MM-DD and money as whole cents, so that neither loses precision.
const day = (column: string) => `to_char(${column}, 'YYYY-MM-DD')`
const cents = (column: string) => `(${column} * 100)::integer`

const personSql = `select customer_no as "accountNumber", member_no as "personNumber", given_name as "firstName",
    family_name as "lastName", ${day("born")} as "dateOfBirth", email as "emailAddress", phone as "phoneNumber",
    json_build_object('addressLine1', street[1], 'addressLine2', street[2], 'addressLine3', street[3],
      'cityName', city, 'stateCode', state, 'zipCode', zip) as address,
    revision::text as "contactVersion", wants_email as "isEmailSubscribed"
  from customer where company = $1 and customer_no = $2`

const productsSql = `select contract_no as "policyNumber", title as "productDesc", status, coverage as "coverageType",
    ${day("since")} as "coverageEffectiveDate", ${cents("sum_insured")} as "benefitAmount",
    ${cents("yearly")} as "annualPremium", pays_with as "paymentMethodRecordId",
    pays_with_label as "paymentMethodLabel", skipped::text[] as "skippedDueDates"
  from contract where company = $1 and customer_no = $2 order by contract_no`

const billsSql = `select contract_no as "policyNumber", invoice_no as number, ${day("starts")} as "periodFrom",
    ${day("ends")} as "periodTo", ${day("due")} as "dueDate", ${cents("total")} as premium
  from invoice join contract using (company, contract_no)
  where company = $1 and customer_no = $2 order by invoice_no`

const documentsSql = `select contract_no as "policyNumber", file_no as "documentId", 'POLICY' as "documentSource",
    category as "documentCategory", form as "documentTypeId", filed_document.title as "documentName",
    ${day("made")} as "documentCreatedDate"
  from filed_document join contract using (company, contract_no) where company = $1 and customer_no = $2`

const factsSql = `select kind, receipt_no as id, contract_no as "policyNumber", lot, cents::float8 as amount,
    ${day("day")} as "on", invoice_nos as "billNumbers", reopens, note
  from receipt where company = $1 order by arrival`

const addSql = `insert into receipt
    (company, kind, receipt_no, contract_no, lot, cents, day, invoice_nos, reopens, note)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing`
