// Runs in the frames of the stand-in: a field of a card, the hidden frame that calls the API, and
// the window in which customers choose an account at their bank.

import { judge, problemOf, shown } from "./card-rules.ts"
import type { ApiAnswer, Between, CardElementType, Change, FromFrame, ToFrame } from "./messages.ts"

const query = new URLSearchParams(location.search)
const type = query.get("type") ?? ""
const { fault } = document.documentElement.dataset

/** Names and labels. Source: stripe-archive/react-stripe-elements#295, stripe/react-stripe-js#119 */
const inputs: Record<CardElementType, { name: string; label: string; autocomplete: AutoFill }> = {
  cardNumber: {
    name: "cardnumber",
    label: "Credit or debit card number",
    autocomplete: "cc-number",
  },
  cardExpiry: {
    name: "exp-date",
    label: "Credit or debit card expiration date",
    autocomplete: "cc-exp",
  },
  cardCvc: { name: "cvc", label: "Credit or debit card CVC/CVV", autocomplete: "cc-csc" },
}

const defaultPlaceholders: Record<CardElementType, string> = {
  cardNumber: "1234 1234 1234 1234",
  cardExpiry: "MM / YY",
  cardCvc: "CVC",
}

const signs: Partial<Record<Change["brand"], string>> = { visa: "Visa", mastercard: "Mastercard" }

window.addEventListener("message", ({ source, data, ports: [port] }) => {
  if (source !== window.parent || data !== "start" || !port) return
  const send = (message: FromFrame) => port.postMessage(message)
  if (fault === "loaderror") {
    send({ is: "loaderror" })
    return
  }
  const act = startField(send) ?? startWindow(send)
  port.onmessage = ({ data: message }: MessageEvent<ToFrame>) => {
    if (message.does === "post") {
      void post(message).then((answer) => send({ is: "answer", id: message.id, answer }))
    } else act(message)
  }
  if (fault !== "never ready") send({ is: "ready" })
})

/** Calls the API through the origin of the frame. */
async function post(call: { key: string; path: string; body: [string, string][] }) {
  try {
    const response = await fetch(call.path, {
      method: "POST",
      headers: { authorization: `Bearer ${call.key}` },
      body: new URLSearchParams(call.body),
    })
    return { content: await response.json() } as ApiAnswer
  } catch {
    // Source: StripeErrorType in @stripe/stripe-js
    return { content: { error: { type: "api_connection_error", message: "No answer." } } } as const
  }
}

function isField(value: string): value is CardElementType {
  return value in inputs
}

function startField(send: (message: FromFrame) => void): ((message: ToFrame) => void) | undefined {
  if (!isField(type)) return undefined
  const others = new BroadcastChannel(query.get("group") ?? "")
  const { input, sign } = addInput(type)
  const now = () => new Date()
  const digits = () => input.value.replace(/\D/g, "")
  let lastText = ""
  let last = JSON.stringify(judge(type, "", true, now()))

  function report(): void {
    const change = judge(
      type as CardElementType,
      input.value,
      document.activeElement === input,
      now(),
    )
    input.ariaInvalid = String(change.error !== undefined)
    sign.textContent = signs[change.brand] ?? ""
    const next = JSON.stringify(change)
    if (input.value !== lastText || next !== last) send({ is: "change", change })
    lastText = input.value
    last = next
  }
  function fill(text: string): void {
    input.value = shown(type as CardElementType, text)
    report()
  }

  input.addEventListener("input", () => {
    const isDeletion = input.value.length < lastText.length
    // Otherwise the separator of a date could not be deleted.
    if (isDeletion) report()
    else fill(input.value)
  })
  input.addEventListener("focus", () => send({ is: "focus" }))
  input.addEventListener("blur", () => {
    report()
    send({ is: "blur" })
  })
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") send({ is: "escape" })
    if (event.key === "Enter") send({ is: "enter" })
    if (event.key !== "Tab") return
    // Stripe moves the focus itself, and skips frames: stripe/stripe-js#384
    event.preventDefault()
    send({ is: "tab", isBack: event.shiftKey })
  })
  if (type === "cardNumber") addAutofill(others)

  others.addEventListener("message", ({ data }: MessageEvent<Between>) => {
    if ("fills" in data && data.fills === type) fill(data.text)
    if (!("asks" in data) || !isField(type)) return
    const change = judge(type, input.value, false, now())
    others.postMessage({ answers: data.asks, type, text: digits(), change } satisfies Between)
  })

  /** Collects the other fields' texts, as one frame of Stripe does: stripe/react-stripe-js#91 */
  async function token(message: ToFrame & { does: "token" }): Promise<ApiAnswer> {
    const texts: Partial<Record<CardElementType, string>> = { cardNumber: digits() }
    await Promise.all(
      message.others
        .map(
          (other) =>
            new Promise<void>((resolve) => {
              others.addEventListener("message", ({ data }: MessageEvent<Between>) => {
                if (!("answers" in data) || data.answers !== message.id || data.type !== other)
                  return
                texts[other] = data.text
                resolve()
              })
            }),
        )
        .concat(Promise.resolve(others.postMessage({ asks: message.id } satisfies Between))),
    )
    for (const [field, text] of Object.entries(texts) as [CardElementType, string][]) {
      const code = problemOf(field, text, now())
      if (code !== "")
        return { content: { error: { type: "validation_error", code, message: code } } }
    }
    const { cardExpiry = "", cardCvc = "" } = texts
    const card: [string, string][] = [
      ["type", "card"],
      ["card[number]", digits()],
      ["card[exp_month]", cardExpiry.slice(0, 2)],
      ["card[exp_year]", `20${cardExpiry.slice(2)}`],
      ["card[cvc]", cardCvc],
    ]
    const path = "/v1/payment_methods"
    return await post({ key: message.key, path, body: [...card, ...message.body] })
  }

  return (message) => {
    if (message.does === "focus") input.focus()
    if (message.does === "blur") input.blur()
    if (message.does === "clear") fill("")
    if (message.does === "update") show(input, sign, message.options)
    if (message.does === "token") {
      void token(message).then((answer) => send({ is: "answer", id: message.id, answer }))
    }
  }
}

function addInput(kind: CardElementType) {
  const { name, label, autocomplete } = inputs[kind]
  const input = document.createElement("input")
  Object.assign(input, { name, autocomplete, inputMode: "numeric", ariaLabel: label })
  input.placeholder = defaultPlaceholders[kind]
  const sign = document.createElement("span")
  document.body.append(input, sign)
  return { input, sign }
}

function show(
  input: HTMLInputElement,
  sign: HTMLElement,
  options: (ToFrame & { does: "update" })["options"],
) {
  const { style: { base = {} } = {}, placeholder, showIcon } = options
  const { color, fontFamily, fontSize } = base
  for (const [name, value] of Object.entries({ color, fontFamily, fontSize })) {
    if (value !== undefined) Object.assign(input.style, { [name]: value })
  }
  if (placeholder !== undefined) input.placeholder = placeholder
  if (showIcon !== undefined) sign.hidden = !showIcon
}

/** A browser fills all inputs of one document, so the number's has one for each other field. */
function addAutofill(others: BroadcastChannel): void {
  // Source: stripe/stripe-js#150
  for (const kind of ["cardExpiry", "cardCvc"] as const) {
    const input = document.createElement("input")
    const { name, autocomplete } = inputs[kind]
    Object.assign(input, { name, autocomplete, tabIndex: -1, ariaHidden: "true" })
    input.className = "autofill"
    input.addEventListener("input", () => {
      others.postMessage({ fills: kind, text: input.value } satisfies Between)
    })
    document.body.append(input)
  }
}

function startWindow(send: (message: FromFrame) => void): (message: ToFrame) => void {
  if (type !== "connect") return () => {}
  const button = (text: string, account: string) => {
    const added = document.createElement("button")
    added.textContent = text
    added.addEventListener("click", () => send({ is: "chosen", account }))
    document.body.append(added)
  }
  for (const account of (document.documentElement.dataset.accounts ?? "").split(",")) {
    button(`Account ending in ${account.slice(-4)}`, account)
  }
  button("Close", "")
  return () => {}
}
