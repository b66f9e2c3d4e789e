/** Filters whose removal changes nothing, each with its place, its text and the reason. */
export const equivalents: Record<string, string> = {
  "services/audit/audit.store.ts using (client)":
    "joins the end of each chain with the entries of the same chain: without a condition, PostgreSQL refuses the full join",
}
