import styles from "./spinner.module.css"

/** A spinner; the text next to it names what is in progress. */
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
