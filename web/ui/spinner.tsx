import styles from "./spinner.module.css"

/** Turns while something is under way; what it is stands in words beside it. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />
}

export function FullScreenSpinner({ words = "Loading…" }: { words?: string }) {
  return (
    <div className={styles.fullScreen} role="status">
      <Spinner />
      <span className={styles.words}>{words}</span>
    </div>
  )
}
