import type { MouseEvent } from "react"
import { flushSync } from "react-dom"
import { HelpLine } from "#web/brands/help-line.tsx"
import { Alert } from "#web/ui/alert.tsx"
import { Button } from "../../../ui/button.tsx"
import * as texts from "../texts.ts"
import styles from "./method-form.module.css"
import type { OpenFrames } from "./use-card-frames.ts"

/** Replaces the frames if they could not be loaded. */
export function FramesFailed({ openFrames }: { openFrames: OpenFrames }) {
  /** The button disappears, so the first field that loads again takes the focus. */
  function tryAgain({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) {
    flushSync(openFrames.tryAgain)
    form?.querySelector<HTMLElement>("[data-loading]")?.focus()
  }

  return (
    <div className={styles.failed}>
      <div role="alert">
        <Alert tone="warning" content={[texts.framesFailed]} />
      </div>
      <div className={styles.ways}>
        <Button ref={openFrames.tryAgainButton} look="secondary" onClick={tryAgain}>
          {texts.tryAgain}
        </Button>
        <HelpLine />
      </div>
    </div>
  )
}
