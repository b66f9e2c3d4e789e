import styles from "./spinner.module.css"

/** Spins while something runs; a text next to it says what. */
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
