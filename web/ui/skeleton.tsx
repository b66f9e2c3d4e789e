import { classNames } from "./class-names.ts"
import styles from "./skeleton.module.css"

type SkeletonShape = "title" | "line" | "short-line" | "amount" | "button"

/**
 * Names the loading content. Screen readers read it at once. It is visible after a second, in the
 * place of the placeholder that follows it.
 */
export function LoadingText({ text }: { text: string }) {
  return (
    <span className={styles.loading} role="status">
      {text}
    </span>
  )
}

/** A placeholder while content loads, after `LoadingText`. */
export function Skeleton({ shape = "line" }: { shape?: SkeletonShape }) {
  return <span className={classNames(styles.skeleton, styles[shape])} aria-hidden="true" />
}
