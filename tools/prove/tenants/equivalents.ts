/** Filters whose removal changes nothing, each with its place, its text and the reason. */
export const equivalents: Record<string, string> = {
  "services/audit/audit.store.ts using (client, ":
    "joins the end of each strand with its entries: without it, PostgreSQL refuses the column client, which both sides have",
  "ports/policy-admin/embedded/books.store.ts locked.client = $1":
    "locks the other client's row as well, which no answer shows",
  "ports/policy-admin/embedded/refresh/balances.store.ts locked.client = $1":
    "locks the other client's rows as well, which no answer shows",
}
