import { useEffect, useRef } from "react"
import type { Message } from "#contracts/messages.ts"
import { useClient } from "#web/brands/init.ts"
import { PhoneNumber } from "#web/shell/phone-number.tsx"
import { Alert } from "#web/ui/alert.tsx"
import styles from "./link-sent.module.css"
import * as texts from "./texts.ts"

/**
 * Explains that strangers have tried too often, and that the emailed link is the way to continue.
 * It takes the focus.
 */
export default function LinkSent({ messages }: { messages: readonly Message[] }) {
  const { clientPhoneNumber } = useClient()
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => heading.current?.focus(), [])

  return (
    <section className={styles.sent} aria-labelledby="link-sent">
      <h2 id="link-sent" ref={heading} tabIndex={-1}>
        {texts.checkYourEmail}
      </h2>
      <Alert tone="info" content={messages.flatMap(({ content }) => content)} />
      {clientPhoneNumber && (
        <p>
          {texts.noEmailCallUs}
          <PhoneNumber number={clientPhoneNumber} />
          <span>.</span>
        </p>
      )}
    </section>
  )
}
