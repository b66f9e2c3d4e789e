import type { ComponentProps } from "react"
import { Button } from "#web/ui/button.tsx"
import { classNames } from "#web/ui/class-names.ts"
import { awayReasonId } from "./account-system-banner.tsx"
import styles from "./change-button.module.css"
import { useIsAway } from "./while-away.ts"

/**
 * A button that pays or changes something. While the account system is away, it stays focusable but
 * does nothing, and the banner is its description.
 */
export function ChangeButton(props: ComponentProps<typeof Button>) {
  const isAway = useIsAway()
  if (!isAway) return <Button {...props} />
  const className = classNames(styles.paused, props.className)
  return (
    <Button
      {...props}
      type="button"
      className={className}
      aria-disabled
      aria-describedby={awayReasonId}
      onClick={undefined}
    />
  )
}
