import styles from "./skip-link.module.css"

/** The first Tab stop: skips the header and goes to the element with this id. */
export function SkipLink({ to }: { to: string }) {
  return (
    <a className={styles.skipLink} href={`#${to}`}>
      Skip to main content
    </a>
  )
}
