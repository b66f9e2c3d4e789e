import { useQuery } from "@tanstack/react-query"
import { maskedEmail } from "#contracts/email-address-rules.ts"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import { policyHolderBody } from "#contracts/products/customer-body.ts"
import { useClient } from "#web/brands/init.ts"
import { call } from "#web/calls/api.ts"

/** The masked address to which the receipt goes; "" while it is unknown, or if no email is sent. */
export function useReceiptAddress(user: StoredUser): string {
  const { client } = useClient()
  const { data, isFetching } = useQuery({
    queryKey: ["profile"],
    queryFn: ({ signal }) =>
      call("POST /myaccount-core/profile", policyHolderBody(user, client), { signal }),
    // Another tab, or a link in an email, may have unsubscribed the customer.
    staleTime: 0,
  })
  if (!data || isFetching || data.profile.emailUnsubscribedStatus === "Y") return ""
  const { emailAddress } = data.profile.policyHolder
  return emailAddress && maskedEmail(emailAddress)
}
