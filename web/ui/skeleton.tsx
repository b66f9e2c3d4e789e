import { classNames } from "./class-names.ts"
import styles from "./skeleton.module.css"

type SkeletonShape = "title" | "line" | "short-line" | "amount" | "button"

/** A placeholder while content loads; put `role="status"` with a text around all of them. */
export function Skeleton({ shape = "line" }: { shape?: SkeletonShape }) {
  return <span className={classNames(styles.skeleton, styles[shape])} aria-hidden="true" />
}
