import { useEffect, useRef } from "react"
import type { Message } from "#contracts/messages.ts"
import { Alert } from "#web/ui/alert.tsx"
import styles from "./notification-area.module.css"
import { byTone } from "./notification-tones.ts"

interface NotificationAreaProps {
  messages: readonly Message[]
  /** If absent, messages cannot be closed. */
  onDismiss?: (message: Message) => void
}

/**
 * The server's messages. The live regions are always rendered, so that new messages are announced.
 */
export function NotificationArea({ messages, onDismiss }: NotificationAreaProps) {
  const area = useRef<HTMLDivElement>(null)
  const { info, success, warning } = byTone(messages)

  // A person who pressed a button far down would not see a message at the top.
  useEffect(() => {
    if (messages.length === 0) return
    area.current?.scrollIntoView({ block: "nearest", behavior: "instant" })
    // Later than a closing dialog returns the focus.
    const frame = requestAnimationFrame(() => {
      if (!isFocusInView()) area.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [messages])

  return (
    <div className={styles.area} ref={area} tabIndex={-1}>
      <div role="status">
        {info.map((message) => (
          <Alert
            key={keyOf(message)}
            tone="info"
            content={message.content}
            onClose={onDismiss && (() => onDismiss(message))}
          />
        ))}
      </div>
      <div role="status">
        {success.map((message) => (
          <Alert key={keyOf(message)} tone="success" content={message.content} />
        ))}
      </div>
      <div role="alert">
        {warning.map((message) => (
          <Alert key={keyOf(message)} tone="warning" content={message.content} />
        ))}
      </div>
    </div>
  )
}

/** Whether the person sees the focused control. */
function isFocusInView(): boolean {
  const { activeElement } = document
  if (!activeElement || activeElement === document.body) return true
  const { top, right, bottom, left } = activeElement.getBoundingClientRect()
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
  return hit !== null && (activeElement.contains(hit) || hit.contains(activeElement))
}

function keyOf(message: Message): string {
  return `${message.messageId} ${message.content.join(" ")}`
}
