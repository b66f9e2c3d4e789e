import { useEffect, useRef } from "react"
import { authenticatedPath } from "#contracts/payments/authentication-rules.ts"
import type { Elements } from "#web/ui/elements.ts"
import { Spinner } from "#web/ui/spinner.tsx"
import styles from "./bank-page.module.css"
import { endHistoryAt, goToPlace, keepPlace } from "./frame-history.ts"
import * as texts from "./texts.ts"

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
