/**
 * Filters whose removal changes nothing, or that belong to a statement that reads every client on
 * purpose, each with its place, its text and the reason.
 */
export const equivalents: Record<string, string> = {
  "services/audit/audit.store.ts using (client, ":
    "joins the end of each strand with its entries: without it, PostgreSQL refuses the column client, which both sides have",
  "ports/policy-admin/embedded/books.store.ts locked.client = $1":
    "locks the other client's row as well, which no answer shows",
  "ports/policy-admin/embedded/refresh/balances.store.ts locked.client = $1":
    "locks the other client's rows as well, which no answer shows",
  "services/payments/auto-pay/billing-run.store.ts s.client = c.client":
    "asks whether the client has a site for customers; every client of these tests has one, and a test of the billing has one without",
  "services/payments/auto-pay/billing-progress.store.ts s.client = c.client":
    "asks whether the client has a site for customers, for the metrics of every client; every client of these tests has one",
  "services/brands/sites.store.ts s.client = c.client":
    "asks whether the client has a site for customers, for the planned windows of every client",
  "services/payments/methods/payment-methods.load.store.ts other.client <> $2":
    "finds a reference that a person of any client has, because one gateway serves all of them",
  "services/payments/methods/payment-methods.load.store.ts known.client = $3":
    "the same statement, for which the answer depends on other clients",
}
