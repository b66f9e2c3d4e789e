import type { ReplyOf } from "#contracts/endpoint.ts"
import type { Endpoints } from "#contracts/endpoints.ts"
import type { FrameName, FrameSetup, FrameState } from "#contracts/payments/card-frames.ts"
import type { UnreachableReason } from "#contracts/payments/payment-gateway.ts"

/**
 * The browser's side of a payment gateway. A card's number, expiration date and security code are
 * typed into frames of the gateway's origin, so that no document of ours ever holds them. One folder
 * below this one fills the contract for each kind of gateway; open.ts chooses it.
 */

/** The frames of a card, in the order in which people fill them in. */
export const frameNames = ["number", "expiration", "code"] as const satisfies readonly FrameName[]

/** The reply of GET /myaccount-core/paymentGateway. */
export type GatewayInBrowser = ReplyOf<Endpoints["GET /myaccount-core/paymentGateway"]>

export type * from "#contracts/payments/card-frames.ts"

export interface FrameEvents {
  onChange(state: FrameState): void
  onFocus(): void
  onBlur(): void
  /** Enter was pressed in the frame. */
  onEnter(): void
  /** Esc was pressed in the frame. */
  onEscape(): void
}

export interface Frame {
  focus(): void
  clear(): void
  /** Applies a changed label, error or look. */
  update(setup: FrameSetup): void
}

/** The frames of one card form. */
export interface CardFrames {
  /**
   * Adds a frame to an empty element of the document. Resolves when people can type in it.
   *
   * Errors: `GatewayUnreachable` if it is not ready within 15 seconds.
   */
  mount(
    name: FrameName,
    element: HTMLElement,
    setup: FrameSetup,
    events: FrameEvents,
  ): Promise<Frame>
  /**
   * Exchanges the content of the frames for a token, valid once and for a few minutes. The frames
   * keep their content.
   *
   * Errors: `EntryRefused`, `GatewayUnreachable`.
   */
  token(billing: Billing): Promise<string>
  /** Removes the frames. A card form that is closed calls it. */
  close(): void
}

/** The billing name and address of a card or account. */
export interface Billing {
  holder: string
  address: BillingAddress
}

export interface BillingAddress {
  /** One to three lines. */
  lines: string[]
  city: string
  /** The two-letter code. */
  state: string
  zip: string
}

export interface BankEntry extends Billing {
  routing: string
  account: string
  type: "checking" | "savings"
}

/**
 * What each kind of gateway provides. A gateway that also offers wallets would add a function that
 * resolves with a token, which the server saves like any other.
 */
export interface GatewayForm {
  /**
   * Prepares the frames of a card.
   *
   * Errors: `GatewayUnreachable` if the gateway's script is blocked or takes longer than 15 seconds.
   */
  openCard(gateway: GatewayInBrowser): Promise<CardFrames>
  /**
   * Exchanges typed account numbers for a token. Works also if the gateway's frames do not load.
   *
   * Errors: `EntryRefused`, `GatewayUnreachable`.
   */
  bankToken(gateway: GatewayInBrowser, entry: BankEntry): Promise<string>
  /**
   * Lets the customer sign in to their bank in the gateway's window and choose an account. `session`
   * comes from our server. Undefined if they leave without an account.
   *
   * Errors: `EntryRefused`, `GatewayUnreachable`.
   */
  connectBank(
    gateway: GatewayInBrowser,
    session: string,
    customer: { holder: string; email: string },
  ): Promise<ConnectedBank | undefined>
}

/** An account that the customer chose at their bank. */
export interface ConnectedBank {
  token: string
  /** Such as "Harbor Bank". */
  institution: string
  lastFour: string
}

export type RefusedField = FrameName | "routing" | "account" | "holder"

/** The gateway rejected the data; `field` is set if it named one. */
export class EntryRefused extends Error {
  override name = "EntryRefused"
  field: RefusedField | undefined
  constructor(field: RefusedField | undefined) {
    super(`The gateway refused the ${field ?? "entry"}.`)
    this.field = field
  }
}

/** The gateway cannot be used from this page now. The same data can be sent again. */
export class GatewayUnreachable extends Error {
  override name = "GatewayUnreachable"
  reason: UnreachableReason
  constructor(reason: UnreachableReason, options?: ErrorOptions) {
    super(`The gateway cannot be used from this page: ${reason}.`, options)
    this.reason = reason
  }
}
