import { type ConnectedBank, type GatewayInBrowser, GatewayUnreachable } from "../contract.ts"
import styles from "./bank.module.css"
import * as texts from "./texts.ts"

/** Milliseconds after which the page counts as blocked. */
const pagePatienceMs = 15_000

/**
 * Shows the sandbox's bank in a window above the page, in which the customer chooses an account.
 * Undefined if they leave.
 *
 * Errors: `GatewayUnreachable` if the page does not open.
 */
export async function connectSandboxBank(
  { frames }: GatewayInBrowser,
  session: string,
): Promise<ConnectedBank | undefined> {
  const page = new URL(`${frames}/banks/${session}`)
  const frame = document.createElement("iframe")
  frame.className = styles.frame ?? ""
  frame.title = texts.bankWindow
  frame.referrerPolicy = "no-referrer"
  frame.src = page.href
  const close = document.createElement("button")
  close.className = styles.close ?? ""
  close.type = "button"
  close.textContent = texts.close
  const dialog = document.createElement("dialog")
  dialog.className = styles.window ?? ""
  dialog.setAttribute("aria-label", texts.bankWindow)
  dialog.append(close, frame)

  const over = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise<ConnectedBank | undefined>((resolve, reject) => {
      const { signal } = over
      const late = () => reject(new GatewayUnreachable("frame"))
      timer = setTimeout(late, pagePatienceMs)
      close.addEventListener("click", () => resolve(undefined))
      // The browser closes it on Esc.
      dialog.addEventListener("close", () => resolve(undefined))
      const listen = ({ origin, source, data }: MessageEvent<Partial<Chosen> | null>) => {
        const isItsPage = origin === page.origin && source === frame.contentWindow
        if (!isItsPage || data?.session !== session) return
        clearTimeout(timer)
        if (!data.isOpen) resolve(accountIn(data))
      }
      addEventListener("message", listen, { signal })
      document.body.append(dialog)
      dialog.showModal()
    })
  } finally {
    clearTimeout(timer)
    over.abort()
    dialog.remove()
  }
}

/** `isOpen`: the page is there, and the customer has not chosen yet. */
type Chosen = ConnectedBank & { session: string; isOpen: boolean }

/** Undefined if the customer left without an account. */
function accountIn({ token, institution, lastFour }: Partial<Chosen>): ConnectedBank | undefined {
  return token !== undefined && institution !== undefined && lastFour !== undefined
    ? { token, institution, lastFour }
    : undefined
}
