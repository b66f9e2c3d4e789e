import type { StripeElementChangeEvent, StripeElementStyle, StripeError } from "@stripe/stripe-js"
import type { CardType } from "#contracts/payments/payment-method-rules.ts"
import {
  type Billing,
  EntryRefused,
  type FrameLook,
  type FrameState,
  GatewayUnreachable,
  type RefusedField,
} from "../contract.ts"

const networks: Record<string, CardType> = {
  visa: "VS",
  mastercard: "MC",
  discover: "DS",
  amex: "AM",
}

export type ChangeEvent = StripeElementChangeEvent & { brand?: string }

export function frameState({ empty, complete, error, brand = "unknown" }: ChangeEvent): FrameState {
  return {
    isEmpty: empty,
    isComplete: complete,
    // Stripe also reports a text that is too short, when its field loses the focus.
    isInvalid: error !== undefined && !error.code.startsWith("incomplete_"),
    isPast: error?.code.endsWith("_past") === true,
    cardType: brand === "unknown" ? "" : (networks[brand] ?? "other"),
  }
}

/** Stripe's frames are transparent, so that a look needs no background. */
export function styleOf(look: FrameLook): StripeElementStyle {
  const { color, placeholderColor, errorColor, fontFamily, fontSize } = look
  return {
    base: {
      ...{ color, iconColor: color, fontFamily, fontSize },
      "::placeholder": { color: placeholderColor },
    },
    invalid: { color: errorColor, iconColor: errorColor },
  }
}

/** An error of Stripe, from its script or from its API. */
export type GivenError = Pick<StripeError, "type" | "code" | "param">

export function refusalOf({ type, code, param }: GivenError): EntryRefused | GatewayUnreachable {
  switch (type) {
    case "validation_error":
    case "card_error":
      return new EntryRefused(fieldNamed(param) ?? fieldNamed(code))
    case "invalid_request_error":
    case "authentication_error": {
      // A wrong key and an account that takes no entries from pages name no parameter.
      if (param === undefined) return new GatewayUnreachable("surface")
      return new EntryRefused(fieldNamed(param))
    }
    default:
      return new GatewayUnreachable("answer")
  }
}

const fields: [RegExp, RefusedField][] = [
  [/exp/, "expiration"],
  [/cvc/, "code"],
  [/routing/, "routing"],
  [/account/, "account"],
  [/number/, "number"],
  [/name/, "holder"],
]

/** The field of a parameter such as us_bank_account[routing_number], or of an error's code. */
function fieldNamed(name = ""): RefusedField | undefined {
  const inner = /\[(\w+)\]$/.exec(name)?.[1] ?? name
  return fields.find(([pattern]) => pattern.test(inner))?.[1]
}

/** Stripe's `billing_details`, without what is empty. */
export function billingDetails({ holder, address }: Billing) {
  const { lines, city, state, zip } = address
  const [line1, ...rest] = lines
  return filled({
    name: holder,
    address: filled({
      ...{ line1, line2: rest.filter(Boolean).join(", ") },
      ...{ city, state, postal_code: zip, country: "US" },
    }),
  })
}

function filled<Values extends object>(values: Values): Partial<Values> {
  const kept = Object.entries(values).filter(([, value]) => value !== "" && value !== undefined)
  return Object.fromEntries(kept) as Partial<Values>
}
