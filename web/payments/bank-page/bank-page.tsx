import { useEffect, useRef } from "react"
import { authenticatedPath } from "#contracts/payments/authentication-rules.ts"
import type { Elements } from "#web/ui/elements.ts"
import { Spinner } from "#web/ui/spinner.tsx"
import * as texts from "../texts.ts"
import styles from "./bank-page.module.css"

// Pages that open in a frame add entries to the tab's history, and some browsers keep these entries
// when the frame is removed. Back would then change nothing, once for each of them.

/** The number of entries above which browsers drop the first ones, which shifts all others. */
const mostEntries = 50

/**
 * Stores the place of the current screen in the history if it is the last entry. Otherwise, or if
 * the browser does not expose it, the place stays unknown.
 */
function keepPlace(): void {
  if (place() !== undefined || typeof navigation === "undefined" || navigation.canGoForward) return
  history.replaceState({ ...history.state, place: history.length }, "")
}

/**
 * Opens a page of this site in the frame to make it the last entry, so that the history's length is
 * its place.
 */
function endHistoryAt(frame: Window): void {
  frame.history.pushState(null, "")
}

/** Goes back from the last entry to the screen's entry after the frame was removed. */
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
  /** Explains what happens after the customer answers. */
  explanation: string
  /**
   * The address of the bank's page; undefined until it is known, and while the answer is checked.
   */
  address: string | undefined
  /** The text shown while there is no address. */
  waiting: string
  /** Called when the bank's page has returned to ours. Only the gateway has the answer. */
  onReturn: () => void
  /** The buttons below the frame. */
  children: Elements
}

/** Shows the page on which the customer's bank asks for confirmation (3-D Secure), in a frame. */
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

/**
 * The frame's window if the bank's page has returned to ours. The address of another site's page
 * cannot be read.
 */
function returnedIn({ contentWindow }: HTMLIFrameElement): Window | undefined {
  try {
    return contentWindow?.location.pathname === authenticatedPath ? contentWindow : undefined
  } catch {
    return undefined
  }
}
