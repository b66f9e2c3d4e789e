import { type Queries, sql } from "#database/sql.ts"
import { copyProducts } from "./copied-products.store.ts"
import { demoPerson } from "./demo-people.ts"
import { hostileMarkup, swallowingMarkup } from "./hostile-markup.ts"
import { openBooks } from "./opened-books.store.ts"

const firstNumber = 4_900_000_000

/**
 * Stores every text of `hostileMarkup` in each product field that may hold HTML and in each text of
 * the product. It bypasses the loader, which would clean the texts. Each text gets its own product,
 * with a name that starts with "Hostile" and the text's position. The products belong to a person
 * of the demo, preferably one without other products.
 *
 * Returns the policy numbers.
 */
export async function plantInProducts(
  queries: Queries,
  username: string,
  like: string,
): Promise<string[]> {
  const texts = [...hostileMarkup, ...swallowingMarkup]
  const count = texts.length
  const { client = "", accountNumber = "" } = demoPerson(username)
  await copyProducts(queries, { client, accountNumber, like, count, after: firstNumber })
  await queries.rows(
    sql`with hostile as (
        select (${firstNumber}::bigint + place)::text as policy_number, place, text
        from unnest(${texts}::text[]) with ordinality as one (text, place)),
      billed as (
        update policy_admin.billing b set amount_due_special_character = text, disclaimer = text,
          kind = 'direct', payment_method_record_id = null, payment_method_label = ''
        from hostile h where b.client = ${client} and b.policy_number = h.policy_number),
      rider as (
        update policy_admin.rider r set product_desc = text, policy_status = text
        from hostile h where r.client = ${client} and r.policy_number = h.policy_number),
      insured as (
        update policy_admin.additional_insured i set full_name = text, relationship = text
        from hostile h where i.client = ${client} and i.policy_number = h.policy_number),
      document as (
        update policy_admin.document d set document_name = text
        from hostile h where d.client = ${client} and d.policy_number = h.policy_number)
      update policy_admin.policy y set annual_premium_special_character = text, message = text,
        product_desc = 'Hostile ' || place || ' ' || text, coverage_type = text, owner = text,
        payment_due_date_label = text, active = true
      from hostile h where y.client = ${client} and y.policy_number = h.policy_number`,
  )
  const numbers = texts.map((_, index) => String(firstNumber + index + 1))
  const owed = { dueDate: "2026-02-20", amountDue: 1_200 }
  await openBooks(queries, client, numbers, owed)
  return numbers
}

/**
 * Makes each managed text of a client hostile. Markup that swallows the text after it can only be
 * at the end, so each text ends with a different one; `turn` chooses which.
 */
export async function plantInContents(
  queries: Queries,
  client: string,
  titles: readonly string[],
  turn: number,
): Promise<void> {
  const texts = titles.map((_, index) => {
    const last = swallowingMarkup[(turn * titles.length + index) % swallowingMarkup.length] ?? ""
    return [...hostileMarkup, last].join("\n")
  })
  await queries.rows(
    sql`insert into appcontent.content (client, title, html)
      select ${client}, title, html from unnest(${titles}::text[], ${texts}::text[])
        as one (title, html)
      on conflict (client, title) do update set html = excluded.html`,
  )
}
