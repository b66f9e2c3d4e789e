import { useEffect, useRef } from "react"
import { authenticatedPath } from "#contracts/payments/authentication-rules.ts"
import type { Elements } from "#web/ui/elements.ts"
import { Spinner } from "#web/ui/spinner.tsx"
import * as texts from "../texts.ts"
import styles from "./bank-page.module.css"

// The pages that a frame opens are entries in the history of the tab, and some browsers keep them
// when the frame is removed. Back would then change nothing, once for each of these entries.

/** Browsers drop the first entries beyond this number, which moves all others. */
const mostEntries = 50

/**
 * Keeps the place of the current screen in the history, while it is the last entry. The place stays
 * unknown if it is not, or if the browser cannot tell.
 */
function keepPlace(): void {
  if (place() !== undefined || typeof navigation === "undefined" || navigation.canGoForward) return
  history.replaceState({ ...history.state, place: history.length }, "")
}

/** Makes the page in a frame of this site the last entry, so that the length tells its place. */
function endHistoryAt(frame: Window): void {
  frame.history.pushState(null, "")
}

/** Goes from the last entry to that of the screen, after the frame was removed. */
function goToPlace(): void {
  const own = place()
  if (own !== undefined && own < history.length && history.length < mostEntries) {
    history.go(own - history.length)
  }
}

function place(): number | undefined {
  return (history.state as { place?: number } | null)?.place
}

interface BankPageProps {
  title: string
  /** Says the effect of the answer. */
  explanation: string
  /** The address of the bank's page; undefined while it is not known or the answer is checked. */
  address: string | undefined
  /** Says what the customer waits for while there is no address. */
  waiting: string
  /** The bank's page has led back to ours. Only the gateway knows the answer. */
  onReturn: () => void
  /** The buttons below the page. */
  children: Elements
}

/** The page on which the customer's bank asks them to confirm (3-D Secure), in a frame of ours. */
export function BankPage(props: BankPageProps) {
  const { title, explanation, address, waiting, onReturn, children } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  return (
    <section className={styles.page}>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p>{explanation}</p>
      <div role="status">
        {address === undefined && (
          <p>
            <Spinner /> <span>{waiting}</span>
          </p>
        )}
      </div>
      {address !== undefined && <Frame key={address} address={address} onReturn={onReturn} />}
      {children}
    </section>
  )
}

function Frame({ address, onReturn }: { address: string; onReturn: () => void }) {
  const isLast = useRef(false)
  useEffect(() => {
    keepPlace()
    // React runs this after it has removed the frame.
    return () => {
      if (isLast.current) goToPlace()
    }
  }, [])

  function loaded(frame: HTMLIFrameElement) {
    const returned = returnedIn(frame)
    if (!returned) return frame.scrollIntoView({ block: "nearest" })
    endHistoryAt(returned)
    isLast.current = true
    onReturn()
  }

  return (
    <iframe
      className={styles.frame}
      title={texts.pageOfYourBank}
      src={address}
      referrerPolicy="no-referrer"
      onLoad={({ currentTarget }) => loaded(currentTarget)}
    />
  )
}

/** The frame if the bank's page has led back. The address of a page of another site cannot be read. */
function returnedIn({ contentWindow }: HTMLIFrameElement): Window | undefined {
  try {
    return contentWindow?.location.pathname === authenticatedPath ? contentWindow : undefined
  } catch {
    return undefined
  }
}
