import type { ConnectedBank, GatewayInBrowser } from "../contract.ts"
import styles from "./bank.module.css"
import * as texts from "./texts.ts"

/**
 * Shows the sandbox's bank in a window above the page, in which the customer chooses an account.
 * Undefined if they leave.
 */
export async function connectSandboxBank(
  { address }: GatewayInBrowser,
  session: string,
): Promise<ConnectedBank | undefined> {
  const page = new URL(`${address}/banks/${session}`, location.href)
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
  try {
    return await new Promise<ConnectedBank | undefined>((resolve) => {
      const { signal } = over
      close.addEventListener("click", () => resolve(undefined))
      // The browser closes it on Esc.
      dialog.addEventListener("close", () => resolve(undefined))
      const listen = ({ origin, source, data }: MessageEvent<Partial<Chosen> | null>) => {
        const isItsPage = origin === page.origin && source === frame.contentWindow
        if (isItsPage && data?.session === session) resolve(accountIn(data))
      }
      addEventListener("message", listen, { signal })
      document.body.append(dialog)
      dialog.showModal()
    })
  } finally {
    over.abort()
    dialog.remove()
  }
}

type Chosen = ConnectedBank & { session: string }

/** Undefined if the customer left without an account. */
function accountIn({ token, institution, lastFour }: Partial<Chosen>): ConnectedBank | undefined {
  return token !== undefined && institution !== undefined && lastFour !== undefined
    ? { token, institution, lastFour }
    : undefined
}
