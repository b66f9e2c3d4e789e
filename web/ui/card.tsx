import type { ComponentProps } from "react"
import styles from "./card.module.css"
import { classNames } from "./class-names.ts"

type CardProps = ComponentProps<"div">

/** A surface for one thing. */
export function Card(props: CardProps) {
  return <div {...props} className={classNames(styles.card, props.className)} />
}
