import { classNames } from "./class-names.ts"
import styles from "./skeleton.module.css"

type SkeletonShape = "title" | "line" | "short-line" | "amount" | "button"

/** Holds the place of what is being loaded; `role="status"` with words belongs around them all. */
export function Skeleton({ shape = "line" }: { shape?: SkeletonShape }) {
  return <span className={classNames(styles.skeleton, styles[shape])} aria-hidden="true" />
}
