import type { CardType } from "./payment-method-rules.ts"

/** A card's number, expiration date and security code each have a frame. */
export type FrameName = "number" | "expiration" | "code"

/** What the gateway reveals about the text in a frame. */
export interface FrameState {
  isEmpty: boolean
  /** Whether the gateway would accept the text: length, check digit, a date that has not passed. */
  isComplete: boolean
  /** Whether more typing cannot make the text acceptable. */
  isInvalid: boolean
  /** Whether it is a date that has passed. Only of the expiration. */
  isPast: boolean
  /** The network that the first digits name; "" while they name none. Only of the number. */
  cardType: CardType | "other" | ""
}

/** The look of the text in a frame: computed values, because frames do not read our style sheets. */
export interface FrameLook {
  color: string
  placeholderColor: string
  errorColor: string
  fontFamily: string
  /** In CSS pixels, such as "18px". */
  fontSize: string
  colorScheme: "light" | "dark"
}

export interface FrameSetup {
  /** The field's name for screen readers, because a frame cannot refer to a label outside of it. */
  label: string
  /** The field's hint and error, which the frame adds to its field's description; "" without. */
  hint: string
  error: string
  look: FrameLook
}

// Between a page and the sandbox's frames, messages travel through a `MessagePort` that the page
// sends to the frame, so that no other window can join in.

/** Sent once to the frame's window, with the port. `form`: the same for the frames of one form. */
export interface OpenSandboxFrame {
  sandboxFrame: "open"
  form: string
  setup: FrameSetup
}

/** What a page sends through the port. Only the frame of the number answers `token`. */
export type ToSandboxFrame =
  | { type: "update"; setup: FrameSetup }
  | { type: "focus" }
  | { type: "clear" }
  | { type: "token"; id: number; billing: unknown }

/** What a frame sends through the port. */
export type FromSandboxFrame =
  | { type: "ready" | "focus" | "blur" | "enter" | "escape" }
  | { type: "change"; state: FrameState }
  /** `reason`: why there is no token; `away` if the sandbox did not answer. */
  | { type: "token"; id: number; token: string; reason: string }
