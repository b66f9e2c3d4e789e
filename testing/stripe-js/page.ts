// Runs in the page of the merchant: the stand-in for https://js.stripe.com/endive/stripe.js. The
// server serves it as a plain script, so that it may import types alone.

import type {
  CreatePaymentMethodData,
  PaymentMethodResult,
  SetupIntentResult,
  Stripe,
  StripeCardCvcElement,
  StripeCardExpiryElement,
  StripeCardNumberElement,
  StripeCardNumberElementOptions,
  StripeConstructor,
  StripeElements,
  StripeError,
} from "@stripe/stripe-js"
import type { ApiAnswer, CardElementType, FieldOptions, FromFrame, ToFrame } from "./messages.ts"

type CardElement = StripeCardNumberElement & StripeCardExpiryElement & StripeCardCvcElement
type Handler = (event: never) => unknown
type Mounted = { send(message: ToFrame): void; type: CardElementType }

const { origin } = new URL((document.currentScript as HTMLScriptElement).src)
let made = 0
const next = () => (made += 1)

/** Titles of frames. Source: stripe/react-stripe-js#119 */
const titles: Record<CardElementType, string> = {
  cardNumber: "Secure card number input frame",
  cardExpiry: "Secure expiration date input frame",
  cardCvc: "Secure CVC input frame",
}

const answers = new Map<number, (answer: ApiAnswer) => void>()

function addFrame(
  into: HTMLElement,
  query: Record<string, string>,
  listener: (message: FromFrame) => void,
) {
  const frame = document.createElement("iframe")
  frame.name = `__privateStripeFrame${next()}`
  frame.src = `${origin}/frame?${new URLSearchParams(query)}`
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = ({ data }: MessageEvent<FromFrame>) => {
    if (data.is === "answer") answers.get(data.id)?.(data.answer)
    else listener(data)
  }
  frame.addEventListener("load", () => frame.contentWindow?.postMessage("start", origin, [port2]))
  into.append(frame)
  return { frame, send: (message: ToFrame) => port1.postMessage(message) }
}

async function ask(
  send: (message: ToFrame) => void,
  message: (id: number) => ToFrame,
): Promise<ApiAnswer> {
  const id = next()
  const answered = new Promise<ApiAnswer>((resolve) => void answers.set(id, resolve))
  send(message(id))
  return await answered
}

function createElements(group: string, mounted: Map<CardElement, Mounted>) {
  return (type: CardElementType, options: StripeCardNumberElementOptions = {}): CardElement => {
    // Source: stripe-archive/react-stripe-elements#183
    if ([...mounted.values()].some((one) => one.type === type)) {
      throw new Error(`Cannot create two Elements of type ${type}.`)
    }
    const listeners = new Map<string, Set<Handler>>()
    const shown: FieldOptions = { showIcon: false, ...options }
    let slot: HTMLElement | undefined
    let added: ReturnType<typeof addFrame> | undefined

    const emit = (name: string, event: object) => {
      for (const handler of listeners.get(name) ?? []) handler(event as never)
    }
    const setClass = (name: string, isSet: boolean) =>
      slot?.classList.toggle(`StripeElement--${name}`, isSet)
    const focus = () => {
      added?.frame.focus()
      added?.send({ does: "focus" })
    }

    function hear(message: FromFrame): void {
      switch (message.is) {
        case "ready":
          added?.send({ does: "update", options: shown })
          emit("ready", { elementType: type })
          return
        case "change": {
          const { empty, complete, error } = message.change
          setClass("empty", empty)
          setClass("complete", complete)
          setClass("invalid", error !== undefined)
          const { brand, ...rest } = message.change
          emit("change", { elementType: type, ...rest, ...(type === "cardNumber" && { brand }) })
          return
        }
        case "loaderror": {
          const error: StripeError = { type: "api_connection_error", message: "No frame." }
          emit("loaderror", { elementType: type, error })
          return
        }
        case "enter":
          submitAround(slot)
          return
        case "tab":
          if (slot) moveFocus(slot, message.isBack)
          return
        case "focus":
        case "blur":
          setClass("focus", message.is === "focus")
          emit(message.is, { elementType: type })
          return
        case "escape":
          emit("escape", { elementType: type })
      }
    }

    const element: CardElement = {
      mount(to: string | HTMLElement) {
        const found = typeof to === "string" ? document.querySelector<HTMLElement>(to) : to
        if (!found?.isConnected) throw new Error("The element is not in the document.")
        slot = found
        slot.classList.add("StripeElement", "StripeElement--empty")
        // Source: the DOM in stripe/react-stripe-js#236 and #441
        const box = document.createElement("div")
        box.className = "__PrivateStripeElement"
        const proxy = document.createElement("input")
        proxy.className = "__PrivateStripeElement-input"
        Object.assign(proxy, { ariaHidden: "true", ariaLabel: " ", maxLength: 1 })
        proxy.addEventListener("focus", focus)
        Object.assign(proxy.style, { position: "absolute", opacity: "0", height: "1px" })
        added = addFrame(box, { type, group }, hear)
        added.frame.title = titles[type]
        Object.assign(added.frame.style, { border: "none", width: "100%", height: "24px" })
        box.append(proxy)
        slot.append(box)
        mounted.set(element, { send: added.send, type })
      },
      focus,
      blur: () => added?.send({ does: "blur" }),
      clear: () => added?.send({ does: "clear" }),
      update(changed: FieldOptions) {
        Object.assign(shown, changed)
        added?.send({ does: "update", options: changed })
      },
      unmount() {
        slot?.replaceChildren()
        for (const name of slot?.classList ?? []) {
          if (name.startsWith("StripeElement")) slot?.classList.remove(name)
        }
        mounted.delete(element)
        added = undefined
      },
      destroy: () => element.unmount(),
      on(name: string, handler: Handler) {
        listeners.set(name, (listeners.get(name) ?? new Set()).add(handler))
        return element
      },
      once(name: string, handler: Handler) {
        const first: Handler = (event) => {
          listeners.get(name)?.delete(first)
          handler(event)
        }
        listeners.set(name, (listeners.get(name) ?? new Set()).add(first))
        return element
      },
      off(name: string, handler?: Handler) {
        if (handler) listeners.get(name)?.delete(handler)
        else listeners.delete(name)
        return element
      },
    }
    return element
  }
}

/**
 * Enter calls the form's submit listeners, also if its button is disabled or another field is
 * invalid. Source: stripe/react-stripe-js#306, stripe-archive/react-stripe-elements#271
 */
function submitAround(slot: HTMLElement | undefined): void {
  slot?.closest("form")?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }))
}

/** Moves the focus to the control before or after a slot. Source: stripe/stripe-js#384 */
function moveFocus(slot: HTMLElement, isBack: boolean): void {
  const controls = "a[href], button, input, select, textarea, [tabindex]:not(iframe)"
  const reachable = [...document.querySelectorAll<HTMLElement>(controls)].filter(
    (one) => one.tabIndex >= 0 && !one.matches(":disabled") && !slot.contains(one),
  )
  const isBefore = (one: HTMLElement) =>
    (slot.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
  const target = isBack ? reachable.findLast(isBefore) : reachable.find((one) => !isBefore(one))
  target?.focus()
}

/** Nested parameters in the form of Stripe's API, such as ["a[b]", "1"]. */
function flat(values: object, outer = ""): [string, string][] {
  return Object.entries(values).flatMap(([name, value]): [string, string][] => {
    if (value === undefined || value === null) return []
    const path = outer === "" ? name : `${outer}[${name}]`
    return typeof value === "object" ? flat(value, path) : [[path, String(value)]]
  })
}

function createStripe(key: string): Stripe {
  // Source: https://docs.stripe.com/keys
  if (!/^pk_/.test(key)) throw new Error("Please call Stripe() with your publishable key.")
  // Stripe's script adds scripts of its origin: https://docs.stripe.com/security/guide
  const more = document.createElement("script")
  more.src = `${origin}/more.js`
  document.head.append(more)
  const isReady = Promise.withResolvers<void>()
  const controller = addFrame(document.body, { type: "controller" }, ({ is }) => {
    if (is === "ready") isReady.resolve()
  })
  Object.assign(controller.frame, { tabIndex: -1, ariaHidden: "true", title: "" })
  Object.assign(controller.frame.style, {
    position: "absolute",
    width: "1px",
    height: "1px",
    opacity: "0",
  })

  async function call(path: string, body: [string, string][]): Promise<ApiAnswer["content"]> {
    await isReady.promise
    const post = (id: number): ToFrame => ({ does: "post", id, key, path, body })
    return (await ask(controller.send, post)).content
  }

  const groups: Map<CardElement, Mounted>[] = []
  const stripe = {
    elements() {
      const group = new Map<CardElement, Mounted>()
      groups.push(group)
      const create = createElements(`elements ${next()} ${Math.random()}`, group)
      return { create } as Pick<StripeElements, never> as StripeElements
    },
    async createPaymentMethod(data: CreatePaymentMethodData): Promise<PaymentMethodResult> {
      const { type, card, ...rest } = data as CreatePaymentMethodData & { card?: CardElement }
      const group = groups.find((one) => card && one.has(card))
      const field = card && group?.get(card)
      if (type === "card" && !field) throw new Error("Stripe needs the mounted Element.")
      const others = [...(group?.values() ?? [])].filter((one) => one !== field)
      const content = field
        ? (
            await ask(field.send, (id) => ({
              ...({ does: "token", id, key } as const),
              body: flat(rest),
              others: others.map((one) => one.type),
            }))
          ).content
        : await call("/v1/payment_methods", flat(data))
      return result("paymentMethod", content) as PaymentMethodResult
    },
    async collectBankAccountForSetup({
      clientSecret,
      expand = [],
    }: Parameters<Stripe["collectBankAccountForSetup"]>[0]): Promise<SetupIntentResult> {
      const account = await chooseAccount()
      const content = await call("/connect", flat({ clientSecret, account, expand }))
      return result("setupIntent", content) as SetupIntentResult
    },
  }
  return stripe as Pick<Stripe, "collectBankAccountForSetup"> as Stripe
}

function result(name: string, content: ApiAnswer["content"]): object {
  return content.error ? { error: content.error } : { [name]: content }
}

/** Stripe's window over the page. Source: https://docs.stripe.com/js/setup_intents/collect_bank_account_for_setup */
async function chooseAccount(): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const { frame } = addFrame(document.body, { type: "connect" }, (message) => {
    if (message.is === "chosen") resolve(message.account)
  })
  frame.title = "Stripe"
  Object.assign(frame.style, {
    ...{ position: "fixed", inset: "0", width: "100%", height: "100%", border: "none" },
    zIndex: "2147483647",
  })
  const account = await promise
  frame.remove()
  return account
}

window.Stripe = createStripe satisfies StripeConstructor
