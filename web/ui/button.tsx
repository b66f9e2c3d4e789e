import type { ComponentProps, MouseEvent } from "react"
import styles from "./button.module.css"
import { classNames } from "./class-names.ts"
import { useHydrated } from "./hydration/hydrated.ts"
import { Spinner } from "./spinner.tsx"

/** `danger` deletes; `danger-outline` opens the confirmation of a deletion. */
export type ButtonLook = "primary" | "secondary" | "quiet" | "danger" | "danger-outline"

interface ButtonProps extends ComponentProps<"button"> {
  look?: ButtonLook
  /** Fills the available width. */
  wide?: boolean
  /** The text while an action runs, such as "Signing in…". */
  busy?: string | false
}

export function Button({ look = "primary", wide, busy, onClick, ...rest }: ButtonProps) {
  // A busy button stays focusable, unlike a disabled one, and ignores further presses.
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  // Until React takes the form over, the browser itself would submit it.
  const isHydrated = useHydrated()
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled || !isHydrated}
      className={classNames(buttonClass(look, wide), rest.className)}
      aria-disabled={busy ? true : rest["aria-disabled"]}
      onClick={press}
    >
      {busy ? (
        <>
          <Spinner />
          <span>{busy}</span>
        </>
      ) : (
        rest.children
      )}
    </button>
  )
}

/** A link that looks like a button, for navigation. */
export function ButtonLink({
  look = "primary",
  wide,
  ...rest
}: ComponentProps<"a"> & { look?: ButtonLook; wide?: boolean }) {
  return <a {...rest} className={classNames(buttonClass(look, wide), rest.className)} />
}

function buttonClass(look: ButtonLook, wide: boolean | undefined): string {
  return classNames(styles.button, styles[look], wide && styles.wide)
}
