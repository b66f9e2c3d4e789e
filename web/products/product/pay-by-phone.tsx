import { useClient } from "#web/brands/init.ts"
import { PhoneNumber } from "#web/shell/phone-number.tsx"
import * as texts from "../texts.ts"

/**
 * The phone number to pay for a product without Pay Now, such as an inactive one. Renders nothing
 * if the client does not have a number.
 */
export function PayByPhone() {
  const { clientPhoneNumber } = useClient()
  if (!clientPhoneNumber) return null
  return (
    <span>
      {texts.toPayCall} <PhoneNumber number={clientPhoneNumber} />
    </span>
  )
}
