/** Filters without which nothing can change, each by its place and words, and the reason. */
export const equivalents: Record<string, string> = {
  "services/audit/audit.store.ts using (client)":
    "joins the end of each chain with the entries of the same chain: without a condition, PostgreSQL refuses the full join",
}
