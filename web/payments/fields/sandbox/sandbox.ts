import type {
  FromSandboxFrame,
  OpenSandboxFrame,
  ToSandboxFrame,
} from "#contracts/payments/card-frames.ts"
import {
  type BankEntry,
  type Billing,
  type CardFrames,
  EntryRefused,
  type Frame,
  type FrameEvents,
  type FrameName,
  type FrameSetup,
  type GatewayForm,
  GatewayUnreachable,
  type RefusedField,
} from "../contract.ts"
import { connectSandboxBank } from "./bank.ts"

/** Milliseconds after which a frame counts as not loaded. */
const framePatienceMs = 15_000
/** Milliseconds that the script of a loaded frame has to answer: an error page has none. */
const scriptPatienceMs = 3_000
/** Milliseconds after which an answer counts as lost. */
const answerPatienceMs = 30_000

/** The frames and the API of the sandbox, which are on another origin than the page. */
export const sandboxForm: GatewayForm = {
  async openCard({ frames }) {
    return createCardFrames(frames)
  },
  async bankToken({ address }, entry) {
    return await bankTokenAt(address, entry)
  },
  connectBank: connectSandboxBank,
}

function createCardFrames(address: string): CardFrames {
  const form = crypto.randomUUID()
  const opened = new Map<FrameName, OpenedFrame>()
  return {
    async mount(name, element, setup, events) {
      const frame = await openFrame(`${address}/frames/${name}`, { form, element, setup, events })
      opened.set(name, frame)
      return frame
    },
    async token(billing) {
      const number = opened.get("number")
      if (!number) throw new GatewayUnreachable("frame")
      return await number.token(billing)
    },
    close() {
      for (const frame of opened.values()) frame.remove()
      opened.clear()
    },
  }
}

interface TokenAnswer {
  token: string
  /** Why there is none. */
  reason: string
}

interface OpenedFrame extends Frame {
  token(billing: Billing): Promise<string>
  remove(): void
}

async function openFrame(
  address: string,
  {
    form,
    element,
    setup,
    events,
  }: { form: string; element: HTMLElement; setup: FrameSetup; events: FrameEvents },
): Promise<OpenedFrame> {
  const frame = document.createElement("iframe")
  frame.title = setup.label
  frame.src = address
  frame.referrerPolicy = "no-referrer"
  const { port1: port, port2: itsPort } = new MessageChannel()
  const answers = new Map<number, (answer: TokenAnswer) => void>()
  let isReady = () => {}

  port.onmessage = ({ data }: MessageEvent<FromSandboxFrame>) => {
    switch (data.type) {
      case "ready":
        return isReady()
      case "change":
        return events.onChange(data.state)
      case "focus":
        return events.onFocus()
      case "blur":
        return events.onBlur()
      case "enter":
        return events.onEnter()
      case "escape":
        return events.onEscape()
      case "token":
        return answers.get(data.id)?.(data)
      default:
        throw new Error(data satisfies never)
    }
  }
  const send = (message: ToSandboxFrame) => port.postMessage(message)
  const opened = () => {
    const open: OpenSandboxFrame = { sandboxFrame: "open", form, setup }
    // Another origin, such as an error page's, does not receive the port.
    frame.contentWindow?.postMessage(open, new URL(address, location.href).origin, [itsPort])
  }
  frame.addEventListener("load", opened, { once: true })
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    await new Promise<void>((resolve, reject) => {
      isReady = resolve
      const fail = () => reject(new GatewayUnreachable("frame"))
      timer = setTimeout(fail, framePatienceMs)
      frame.addEventListener("load", () => {
        clearTimeout(timer)
        timer = setTimeout(fail, scriptPatienceMs)
      })
      element.append(frame)
    })
  } catch (error) {
    frame.remove()
    throw error
  } finally {
    clearTimeout(timer)
  }

  let asked = 0
  return {
    focus() {
      frame.focus()
      send({ type: "focus" })
    },
    clear: () => send({ type: "clear" }),
    update: (changed) => send({ type: "update", setup: changed }),
    async token(billing) {
      asked += 1
      const id = asked
      const answer = new Promise<TokenAnswer>((resolve) => {
        answers.set(id, resolve)
        setTimeout(() => resolve({ token: "", reason: "away" }), answerPatienceMs)
      })
      send({ type: "token", id, billing })
      return tokenIn(await answer.finally(() => answers.delete(id)))
    },
    remove() {
      port.close()
      frame.remove()
    },
  }
}

/** Errors: `EntryRefused`; `GatewayUnreachable` if the sandbox did not answer. */
function tokenIn({ token = "", reason = "" }: { token?: string; reason?: string }): string {
  if (token !== "") return token
  if (reason === "away") throw new GatewayUnreachable("answer")
  throw new EntryRefused(refusedFields[reason])
}

const refusedFields: Record<string, RefusedField> = {
  number_not_documented: "number",
  number_invalid: "number",
  expired_card: "expiration",
  expiration_invalid: "expiration",
  cvc_invalid: "code",
  account_not_documented: "account",
  account_invalid: "account",
  routing_not_documented: "routing",
  routing_invalid: "routing",
  holder_invalid: "holder",
}

async function bankTokenAt(address: string, entry: BankEntry): Promise<string> {
  try {
    const response = await fetch(`${address}/tokens`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ kind: "bank", ...entry }),
      credentials: "omit",
      referrerPolicy: "no-referrer",
      cache: "no-store",
      signal: AbortSignal.timeout(answerPatienceMs),
    })
    return tokenIn(response.status < 500 ? await response.json() : { reason: "away" })
  } catch (cause) {
    if (cause instanceof EntryRefused || cause instanceof GatewayUnreachable) throw cause
    throw new GatewayUnreachable("answer", { cause })
  }
}
