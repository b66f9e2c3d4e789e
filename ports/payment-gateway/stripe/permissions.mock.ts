import { rowsUnder } from "./documented-table-fixture.ts"

/** The permission that calls of each path need. */
const resources: Readonly<Record<string, string>> = {
  balance: "Balance",
  balance_transactions: "Balance",
  charges: "Charges and Refunds",
  customers: "Customers",
  disputes: "Disputes",
  payment_intents: "PaymentIntents",
  payment_methods: "PaymentMethods",
  payouts: "Payouts",
  refunds: "Charges and Refunds",
  setup_intents: "SetupIntents",
}
/** The permission for objects that a call includes, which its path does not imply. */
export const included = "Balance transaction sources: Read"

/** The restricted key of docs/stripe.md, as "PaymentMethods: Write". */
export const documentedPermissions = rowsUnder("| Permission | Resources |").flatMap((row) => {
  const [, permission = "", named = ""] = row.split("|").map((cell) => cell.trim())
  return named.split(", ").map((resource) => `${resource}: ${permission}`)
})

/** The documented permission that a call uses, and what is wrong if there is none. */
export function permissionFor(method: string | undefined, path: string) {
  const resource = resources[path.split("/")[0] ?? ""] ?? path
  const enough = method === "GET" ? ["Read", "Write"] : ["Write"]
  const permission = enough
    .map((one) => `${resource}: ${one}`)
    .find((one) => documentedPermissions.includes(one))
  return { permission, problem: `the documented key does not permit ${method} ${path}` }
}
