import { useClient } from "#web/brands/init.ts"
import { phoneLink } from "#web/shell/phone-link.ts"
import * as texts from "./texts.ts"

/** How to pay for a product without Pay Now, such as an inactive one. Nothing without a phone number. */
export function PayByPhone() {
  const { clientPhoneNumber } = useClient()
  if (!clientPhoneNumber) return null
  return (
    <>
      {texts.toPayCall} <a href={phoneLink(clientPhoneNumber)}>{clientPhoneNumber}</a>
    </>
  )
}
