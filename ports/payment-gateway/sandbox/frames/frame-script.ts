import type {
  FrameName,
  FrameSetup,
  FrameState,
  FromSandboxFrame,
  OpenSandboxFrame,
  ToSandboxFrame,
} from "#contracts/payments/card-frames.ts"

type CardType = FrameState["cardType"]

/** What the frames of one form, which share an origin, see of each other. */
interface CardFrame {
  name: FrameName
  form: string
  text(): string
  fill(text: string): void
  /** Reports the state again after the number has changed. */
  report(): void
}

declare global {
  interface Window {
    cardFrame?: CardFrame
  }
}

/**
 * Runs in the browser, in each frame in which the sandbox takes a card. The server sends the text of
 * this function, so it uses nothing from outside of it.
 */
export function runCardFrame(): void {
  const name = document.documentElement.dataset.name as FrameName
  /** The earliest expiration date that has not passed, YYYY-MM. */
  const firstMonth = document.documentElement.dataset.month ?? ""
  const input = document.querySelector("#field") as HTMLInputElement
  const hint = document.querySelector("#hint") as HTMLElement
  const error = document.querySelector("#error") as HTMLElement
  const sign = document.querySelector("#sign") as HTMLElement
  let port: MessagePort | undefined

  addEventListener("message", ({ data, source, ports }: MessageEvent<OpenSandboxFrame>) => {
    const [given] = ports
    if (source !== parent || data?.sandboxFrame !== "open" || !given || port) return
    port = given
    port.onmessage = (message: MessageEvent<ToSandboxFrame>) => void obey(message.data)
    window.cardFrame = { name, form: data.form, text: () => input.value, fill, report }
    apply(data.setup)
    send({ type: "ready" })
  })

  function send(message: FromSandboxFrame): void {
    port?.postMessage(message)
  }

  async function obey(message: ToSandboxFrame): Promise<void> {
    switch (message.type) {
      case "update":
        return apply(message.setup)
      case "focus":
        return input.focus()
      case "clear":
        return fill("")
      case "token":
        return send({ type: "token", id: message.id, ...(await tokenFor(message.billing)) })
      default:
        throw new Error(message satisfies never)
    }
  }

  function apply({ label, hint: advice, error: text, look }: FrameSetup): void {
    input.setAttribute("aria-label", label)
    input.setAttribute("aria-invalid", String(text !== ""))
    hint.textContent = advice
    error.textContent = text
    const { style } = document.documentElement
    style.colorScheme = look.colorScheme
    style.setProperty("--color", look.color)
    style.setProperty("--placeholder-color", look.placeholderColor)
    style.setProperty("--error-color", look.errorColor)
    style.setProperty("--font-family", look.fontFamily)
    style.setProperty("--font-size", look.fontSize)
  }

  /** The other frames of this form. A frame of another origin cannot be read. */
  function siblings(): CardFrame[] {
    const own = window.cardFrame?.form
    const found: CardFrame[] = []
    for (let at = 0; at < parent.frames.length; at += 1) {
      try {
        const frame = (parent.frames[at] as Window).cardFrame
        if (frame && frame.form === own) found.push(frame)
      } catch {}
    }
    return found
  }

  const textOf = (of: FrameName) =>
    siblings()
      .find((one) => one.name === of)
      ?.text() ?? ""

  /** The text with digits of any script as 0 to 9. */
  function plainText(text: string): string {
    return text.replace(/\p{Nd}/gu, (digit) => {
      // The ten digits of a script are consecutive, starting with zero.
      let value = 0
      const point = digit.codePointAt(0) ?? 0
      while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(point - value - 1))) value += 1
      return String(value)
    })
  }

  const digitsOf = (text: string) => plainText(text).replace(/\D/g, "")

  /** The first digits of card numbers. Source: ISO/IEC 7812, as published by the networks. */
  const networks: [Exclude<CardType, "other" | "">, RegExp][] = [
    ["VS", /^4/],
    ["MC", /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
    ["DS", /^(6011|64[4-9]|65)/],
    ["AM", /^3[47]/],
  ]

  function cardTypeOf(digits: string): CardType {
    const [type] = networks.find(([, first]) => first.test(digits)) ?? []
    return type ?? (digits.length < 4 ? "" : "other")
  }

  /** The shortest and the longest card number of a network. Source: ISO/IEC 7812-1 for others. */
  function lengthsOf(type: CardType): [shortest: number, longest: number] {
    if (type === "AM") return [15, 15]
    if (type === "MC") return [16, 16]
    return type === "other" ? [12, 19] : [16, 19]
  }

  /** The check digit of ISO/IEC 7812-1. */
  function isChecked(digits: string): boolean {
    let sum = 0
    for (const [at, digit] of [...digits].reverse().entries()) {
      const value = Number(digit) * (at % 2 === 0 ? 1 : 2)
      sum += value > 9 ? value - 9 : value
    }
    return sum % 10 === 0
  }

  /** The format in which people read it: 4242 4242, 08 / 31, 123. */
  function formatted(typed: string): string {
    const text = plainText(typed)
    const digits = digitsOf(text)
    if (name === "code") return digits.slice(0, 4)
    if (name === "expiration") {
      // A browser fills in 08/2031, 2031-08 or 0831, and a person may type 8 or 8/ for August.
      const [, yearFirst, monthLast] = /^\s*(20\d\d)-(\d\d)\s*$/.exec(text) ?? []
      if (yearFirst && monthLast) return `${monthLast} / ${yearFirst}`
      const [, first = "", last = ""] = /^\s*(\d{1,2})\s*[/-]\s*(\d*)/.exec(text) ?? []
      if (first.length === 1 && last === "") return `0${first} / `
      const date = last === "" ? digits : `${first.padStart(2, "0")}${last}`
      const whole = /^[2-9]/.test(date) ? `0${date}` : date
      const [month, year] = [whole.slice(0, 2), whole.slice(2)]
      const shownYear = year.slice(0, year.startsWith("20") ? 4 : 2)
      return year === "" ? month : `${month} / ${shownYear}`
    }
    const type = cardTypeOf(digits)
    const groups = type === "AM" ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?/ : /(\d{1,4})/g
    const kept = digits.slice(0, lengthsOf(type)[1])
    const found = type === "AM" ? groups.exec(kept)?.slice(1) : kept.match(groups)
    return (found ?? []).filter(Boolean).join(" ")
  }

  function fill(text: string): void {
    input.value = formatted(text)
    report()
  }

  function report(): void {
    const state = stateOf(digitsOf(input.value))
    if (name === "number") {
      const type = state.cardType === "other" ? "" : state.cardType
      sign.textContent = { VS: "VISA", MC: "MC", DS: "DISC", AM: "AMEX", "": "" }[type]
    }
    send({ type: "change", state })
  }

  function stateOf(digits: string): FrameState {
    const isEmpty = input.value === ""
    if (name === "number") {
      const cardType = cardTypeOf(digits)
      const [shortest, longest] = lengthsOf(cardType)
      const isComplete = digits.length >= shortest && isChecked(digits)
      // Few networks issue numbers of more than 16 digits.
      const isInvalid = digits.length >= Math.min(16, longest) && !isComplete
      return { isEmpty, cardType, isComplete, isInvalid, isPast: false }
    }
    if (name === "expiration") {
      const [month, year] = [digits.slice(0, 2), digits.slice(2).slice(-2)]
      const isWhole = digits.length === 4 || digits.length === 6
      const isMonth = /^(0[1-9]|1[0-2])$/.test(month)
      const isOver = `20${year}-${month}` < firstMonth
      const isPast = isWhole && isMonth && isOver
      const isInvalid = isPast || (digits.length >= 2 && !isMonth)
      return { isEmpty, cardType: "", isComplete: isWhole && !isInvalid, isInvalid, isPast }
    }
    const length = cardTypeOf(digitsOf(textOf("number"))) === "AM" ? 4 : 3
    const isComplete = digits.length === length
    return { isEmpty, cardType: "", isComplete, isInvalid: false, isPast: false }
  }

  /** Exchanges the content of this form's frames for a token. Only this origin sees the numbers. */
  async function tokenFor(billing: unknown): Promise<{ token: string; reason: string }> {
    const [month = "", year = ""] = textOf("expiration").split(" / ")
    const body = JSON.stringify({
      ...(billing as object),
      kind: "card",
      number: digitsOf(input.value),
      expiration: `${month}/20${year.slice(-2)}`,
      cvc: textOf("code"),
    })
    try {
      const headers = { "content-type": "application/json" }
      const response = await fetch("../tokens", { method: "POST", headers, body })
      const { token = "", reason = "" } = await response.json()
      return response.status >= 500 ? { token: "", reason: "away" } : { token, reason }
    } catch {
      return { token: "", reason: "away" }
    }
  }

  input.addEventListener("input", () => {
    const digitsBefore = digitsOf(input.value.slice(0, input.selectionStart ?? 0)).length
    const isAtEnd = input.selectionStart === input.value.length
    // Removing the separator of "08 / 3" must not bring it back.
    input.value = formatted(input.value)
    if (!isAtEnd) {
      let place = 0
      for (let seen = 0; place < input.value.length && seen < digitsBefore; place += 1) {
        if (/\d/.test(input.value[place] ?? "")) seen += 1
      }
      input.setSelectionRange(place, place)
    }
    report()
    if (name === "number") for (const one of siblings()) if (one.name === "code") one.report()
  })
  input.addEventListener("focus", () => send({ type: "focus" }))
  input.addEventListener("blur", () => send({ type: "blur" }))
  input.addEventListener("keydown", ({ key }) => {
    if (key === "Enter") send({ type: "enter" })
    if (key === "Escape") send({ type: "escape" })
  })
  // A browser fills in a whole card where the number is, so the number's frame has hidden fields for
  // the rest, which fill the other frames.
  for (const hidden of document.querySelectorAll<HTMLInputElement>("[data-fills]")) {
    hidden.addEventListener("input", () => {
      const other = siblings().find((one) => one.name === hidden.dataset.fills)
      other?.fill(hidden.value)
      hidden.value = ""
    })
  }
}
