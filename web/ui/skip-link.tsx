import styles from "./skip-link.module.css"

/** The first thing that Tab reaches: past the header, to the element with this id. */
export function SkipLink({ to }: { to: string }) {
  return (
    <a className={styles.skipLink} href={`#${to}`}>
      Skip to main content
    </a>
  )
}
