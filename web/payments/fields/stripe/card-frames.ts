import type { Stripe, StripeCardNumberElement } from "@stripe/stripe-js"
import {
  type CardFrames,
  type Frame,
  type FrameEvents,
  type FrameName,
  type FrameSetup,
  GatewayUnreachable,
} from "../contract.ts"
import { billingDetails, type ChangeEvent, frameState, refusalOf, styleOf } from "./answers.ts"
import { patienceMs } from "./bank-request.ts"

/** After this many milliseconds, a frame counts as blocked. */
const readyMs = 15_000

/** What the three kinds of Stripe's fields have in common. */
interface Field {
  on(event: "ready", handler: () => void): unknown
  on(event: "change", handler: (event: ChangeEvent) => void): unknown
  on(event: "focus", handler: () => void): unknown
  on(event: "blur", handler: () => void): unknown
  on(event: "escape", handler: () => void): unknown
  mount(element: HTMLElement): void
  update(options: { style: ReturnType<typeof styleOf> }): void
  focus(): void
  clear(): void
  destroy(): void
}

/**
 * The frames of a card, over Stripe's fields.
 *
 * Stripe names its inputs and its frames itself ("Credit or debit card number"), and its fields
 * accept neither a name nor an error text: `label` and `error` of a setup have no effect in them.
 * Fonts of the page are unknown in the frames, which use the next ones of `fontFamily`.
 */
export function createCardFrames(stripe: Stripe): CardFrames {
  const elements = stripe.elements()
  let number: StripeCardNumberElement | undefined
  const removals = new Set<() => void>()

  function createField(name: FrameName, { look }: FrameSetup): Field {
    const style = styleOf(look)
    // Without a placeholder, no sample number or abbreviation stands in an empty field. The one of
    // the expiration is its format, MM / YY.
    const placeholder = ""
    switch (name) {
      case "number": {
        const options = { style, placeholder, showIcon: true, disableLink: true }
        number = elements.create("cardNumber", options)
        return number
      }
      case "expiration":
        return elements.create("cardExpiry", { style })
      case "code":
        return elements.create("cardCvc", { style, placeholder })
      default:
        throw new Error(name satisfies never)
    }
  }

  async function mount(
    name: FrameName,
    slot: HTMLElement,
    setup: FrameSetup,
    events: FrameEvents,
  ): Promise<Frame> {
    const field = createField(name, setup)
    let hasFocus = false
    const stopListening = onEnterIn(slot, () => hasFocus, events.onEnter)
    let timer: ReturnType<typeof setTimeout> | undefined
    const remove = () => {
      clearTimeout(timer)
      stopListening()
      field.destroy()
      removals.delete(remove)
    }
    removals.add(remove)
    field.on("change", (event) => events.onChange(frameState(event)))
    field.on("escape", events.onEscape)
    field.on("focus", () => {
      hasFocus = true
      events.onFocus()
    })
    field.on("blur", () => {
      hasFocus = false
      events.onBlur()
    })
    try {
      await new Promise<void>((resolve, reject) => {
        const fail = (cause: unknown) => reject(new GatewayUnreachable("frame", { cause }))
        timer = setTimeout(() => fail(new Error("The frame is too slow.")), readyMs)
        field.on("ready", resolve)
        // Only the field of the number reports that it failed to load.
        if (name === "number") number?.on("loaderror", ({ error }) => fail(error))
        field.mount(slot)
      })
    } catch (error) {
      remove()
      throw error
    } finally {
      clearTimeout(timer)
    }
    return {
      focus: () => field.focus(),
      clear: () => field.clear(),
      update: ({ look }) => field.update({ style: styleOf(look) }),
    }
  }

  return {
    mount,
    async token(billing) {
      if (!number) throw new Error("The field of the number is not mounted.")
      const asked = stripe.createPaymentMethod({
        type: "card",
        card: number,
        billing_details: billingDetails(billing),
      })
      const { paymentMethod, error } = await answerOf(asked)
      if (error) throw refusalOf(error)
      return paymentMethod.id
    },
    close() {
      for (const remove of removals) remove()
      number = undefined
    },
  }
}

/**
 * Waits for Stripe's answer.
 *
 * Errors: `GatewayUnreachable` if there is none.
 */
export async function answerOf<Answer>(asked: Promise<Answer>): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new GatewayUnreachable("answer")), patienceMs)
  })
  try {
    return await Promise.race([asked, silence])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Enter in one of Stripe's fields submits the form around it, without the checks and the disabled
 * buttons that keep a browser from it (stripe/react-stripe-js#306, react-stripe-elements#271).
 * Stripe has no event for the key. While the field has the focus, such a submission is the key.
 * Without a form around the slot, the key has no effect. In WebKit, the document's active element is
 * not always the frame that has the focus.
 */
function onEnterIn(slot: HTMLElement, hasFocus: () => boolean, onEnter: () => void): () => void {
  const listener = (event: SubmitEvent) => {
    const isAround = event.target instanceof Node && event.target.contains(slot)
    if (!isAround || !hasFocus()) return
    event.preventDefault()
    event.stopImmediatePropagation()
    onEnter()
  }
  // Before the listeners of the form itself.
  document.addEventListener("submit", listener, { capture: true })
  return () => document.removeEventListener("submit", listener, { capture: true })
}
