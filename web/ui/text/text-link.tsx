import type { ComponentProps } from "react"
import { classNames } from "../class-names.ts"
import styles from "./text-link.module.css"

interface TextLinkProps extends ComponentProps<"a"> {
  /** Whether it stands alone rather than in a sentence, and so gets a full-size target. */
  alone?: boolean
}

export function TextLink({ alone, ...rest }: TextLinkProps) {
  return <a {...rest} className={classNames(alone && styles.alone, rest.className)} />
}

interface TextButtonProps extends ComponentProps<"button"> {
  alone?: boolean
}

/** A button that looks like a link. */
export function TextButton({ alone, ...rest }: TextButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(styles.textButton, alone && styles.alone, rest.className)}
    />
  )
}
