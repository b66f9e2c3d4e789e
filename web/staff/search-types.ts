import type { QueryOf } from "#contracts/endpoint.ts"
import type { Endpoints } from "#contracts/endpoints.ts"
import * as texts from "./texts.ts"

type SearchQuery = QueryOf<Endpoints["GET /myaccount-core/agent/clients"]>
export type SearchType = SearchQuery["searchType"]

/** The search types, with the labels of the selector. */
export const searchTypes: readonly { value: SearchType; label: string }[] = [
  { value: "policyNumber", label: texts.searchByPolicyNumber },
  { value: "accountNumber", label: texts.searchByAccountNumber },
  { value: "username", label: texts.username },
  { value: "paymentConfirmationNumber", label: texts.searchByPaymentConfirmationNumber },
]

export function searchTypeLabel(type: SearchType): string {
  return searchTypes.find(({ value }) => value === type)?.label ?? ""
}

/** The query of a search. Only searches by policy number and payment send the staff member's id. */
export function searchQuery(searchType: SearchType, value: string, userId: string): SearchQuery {
  const isAlone = searchType === "accountNumber" || searchType === "username"
  return { searchType, value: value.trim(), ...(isAlone ? {} : { userId }) }
}
