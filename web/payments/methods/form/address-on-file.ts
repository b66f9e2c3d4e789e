import { useQuery } from "@tanstack/react-query"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import { cardHolderMaxLength } from "#contracts/payments/payment-method-rules.ts"
import { policyHolderBody } from "#contracts/products/customer-body.ts"
import { charactersIn } from "#contracts/text-length.ts"
import { useClient } from "#web/brands/init.ts"
import { call } from "#web/calls/api.ts"
import type { MethodDraft } from "./method-draft.ts"

const addressFields = [
  "addressLine1",
  "addressLine2",
  "addressLine3",
  "city",
  "state",
  "zip",
] as const
type AddressPart = Pick<MethodDraft, (typeof addressFields)[number]>

export const blankAddress: AddressPart = {
  addressLine1: "",
  addressLine2: "",
  addressLine3: "",
  city: "",
  state: "",
  zip: "",
}

/** The customer's postal address; undefined until it is loaded. The form works without it. */
export function useAddressOnFile(
  user: StoredUser,
  isWanted: boolean,
): { onFile: AddressPart | undefined; isLoading: boolean } {
  const { client } = useClient()
  const { data, isLoading } = useQuery({
    queryKey: ["profile"],
    queryFn: ({ signal }) =>
      call("POST /myaccount-core/profile", policyHolderBody(user, client), { signal }),
    enabled: isWanted,
  })
  // Another form may have loaded it.
  if (!data || !isWanted) return { onFile: undefined, isLoading }
  const { cityName, stateCode, zipCode, ...lines } = data.profile.address
  return { onFile: { ...lines, city: cityName, state: stateCode, zip: zipCode }, isLoading }
}

export function isSameAddress(one: AddressPart, other: AddressPart): boolean {
  return addressFields.every((field) => one[field] === other[field])
}

export function isAddressField(field: string): boolean {
  return addressFields.some((one) => one === field)
}

/** The address in one line, such as "48 Lighthouse Road, South Portland, ME 04106". */
export function addressLine(address: AddressPart): string {
  const { addressLine1, addressLine2, addressLine3, city, state, zip } = address
  const lines = [addressLine1, addressLine2, addressLine3, city].filter(Boolean)
  return [...lines, `${state} ${zip}`].join(", ")
}

/** The customer's name, or "" if it is too long for a card. */
export function nameOnFile({ firstName, lastName }: StoredUser): string {
  const name = `${firstName} ${lastName}`.trim()
  return charactersIn(name) > cardHolderMaxLength ? "" : name
}
