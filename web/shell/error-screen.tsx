import { Button } from "../ui/button.tsx"
import { errorText } from "./error-text.ts"
import styles from "./plain-screen.module.css"
import * as texts from "./texts.ts"

/** Replaces a screen that failed. */
export function ErrorScreen({ error }: { error: unknown }) {
  return (
    <div className={styles.screen} role="alert">
      <h1>{texts.unexpectedApplicationError}</h1>
      <p>{errorText(error)}</p>
      <Button onClick={() => window.location.reload()}>{texts.reloadThePage}</Button>
    </div>
  )
}
