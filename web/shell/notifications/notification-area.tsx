import { useEffect, useRef } from "react"
import type { Message } from "#contracts/messages.ts"
import { Alert } from "#web/ui/alert.tsx"
import { showMessage } from "#web/ui/focus/show-message.ts"
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
    if (messages.length > 0) return showMessage(area.current)
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

function keyOf(message: Message): string {
  return `${message.messageId} ${message.content.join(" ")}`
}
