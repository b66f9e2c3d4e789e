import type {
  SetupIntent,
  StripeCardNumberElementChangeEvent,
  StripeElementStyle,
  StripeError,
} from "@stripe/stripe-js"

export type CardElementType = "cardNumber" | "cardExpiry" | "cardCvc"

export interface FieldOptions {
  style?: StripeElementStyle
  placeholder?: string
  showIcon?: boolean
}

export type Change = Omit<StripeCardNumberElementChangeEvent, "elementType">

export interface ApiAnswer {
  content: { id?: string; error?: StripeError } & Partial<SetupIntent>
}

/** What the script sends to its frames. */
export type ToFrame =
  | { does: "update"; options: FieldOptions }
  | { does: "focus" | "blur" | "clear" }
  /** Makes a card's payment method. `others` are the fields that are mounted beside the number's. */
  | { does: "token"; id: number; key: string; body: [string, string][]; others: CardElementType[] }
  | { does: "post"; id: number; key: string; path: string; body: [string, string][] }

/** What the frames send to the script. */
export type FromFrame =
  | { is: "ready" | "loaderror" | "focus" | "blur" | "escape" | "enter" }
  | { is: "tab"; isBack: boolean }
  | { is: "change"; change: Change }
  | { is: "answer"; id: number; answer: ApiAnswer }
  /** The account that the customer chose; "" if they left. */
  | { is: "chosen"; account: string }

/** What the fields of a card send to each other. */
export type Between =
  | { asks: number }
  | { answers: number; type: CardElementType; text: string; change: Change }
  /** Autofill in the number's frame filled the other fields. */
  | { fills: CardElementType; text: string }
