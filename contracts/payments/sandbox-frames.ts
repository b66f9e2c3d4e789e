/**
 * The messages between a page and the frames in which the sandbox takes a card. They travel through
 * a `MessagePort` that the page sends to the frame, so that no other window can join in.
 */

/** The card number, its expiration date and its security code each have a frame. */
export type SandboxFrameName = "number" | "expiration" | "code"

export interface SandboxFrameSetup {
  label: string
  hint: string
  error: string
  look: {
    color: string
    placeholderColor: string
    errorColor: string
    fontFamily: string
    fontSize: string
    colorScheme: "light" | "dark"
  }
}

/** Sent once to the frame's window, with the port. `form`: the same for the frames of one form. */
export interface OpenSandboxFrame {
  sandboxFrame: "open"
  form: string
  setup: SandboxFrameSetup
}

/** What a page sends through the port. Only the frame of the number answers `token`. */
export type ToSandboxFrame =
  | { type: "update"; setup: SandboxFrameSetup }
  | { type: "focus" }
  | { type: "clear" }
  | { type: "token"; id: number; billing: unknown }

export interface SandboxFrameState {
  isEmpty: boolean
  isComplete: boolean
  isInvalid: boolean
  isPast: boolean
  cardType: "VS" | "MC" | "DS" | "AM" | "other" | ""
}

/** What a frame sends through the port. */
export type FromSandboxFrame =
  | { type: "ready" | "focus" | "blur" | "enter" | "escape" }
  | { type: "change"; state: SandboxFrameState }
  /** `reason`: why there is no token; `away` if the sandbox did not answer. */
  | { type: "token"; id: number; token: string; reason: string }
