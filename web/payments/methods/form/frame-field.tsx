import type { ReactNode } from "react"
import { classNames } from "#web/ui/class-names.ts"
import { Field } from "#web/ui/form/field.tsx"
import * as texts from "../texts.ts"
import styles from "./frame-field.module.css"
import { type FrameOptions, useFrame } from "./use-frame.ts"

interface FrameFieldProps extends Omit<FrameOptions, "hint"> {
  hint?: string
  /** A drawing at the end of the field. */
  drawing?: ReactNode
  className?: string | undefined
}

/** A text field whose text is in a frame of the gateway. It has its height before that loads. */
export function FrameField({ hint = "", drawing, className, ...options }: FrameFieldProps) {
  const { label, error } = options
  const { slot, place, isReady, isFocused, focus } = useFrame({ ...options, hint })
  return (
    <Field label={label} hint={hint} error={error} className={className} onLabelClick={focus}>
      {(control) => (
        // biome-ignore lint/a11y/useSemanticElements: the name is the label's, not a legend
        <div
          {...control}
          ref={slot}
          role="group"
          aria-label={label}
          className={classNames(control.className, styles.slot, isFocused && styles.focused)}
          // For the focus on the first wrong field, and for clicks beside the frame.
          tabIndex={-1}
          // A form with such a field is not submitted.
          data-loading={!isReady || undefined}
          onFocus={({ target, currentTarget }) => target === currentTarget && focus()}
        >
          {!isReady && <span className={styles.waiting}>{texts.loadingField}</span>}
          <div ref={place} className={classNames(styles.place, !isReady && styles.loading)} />
          {drawing && <span className={styles.drawing}>{drawing}</span>}
        </div>
      )}
    </Field>
  )
}
