import type { ComponentProps } from "react"
import styles from "./card.module.css"
import { classNames } from "./class-names.ts"

type CardProps = ComponentProps<"div">

/** A bordered surface for related content. */
export function Card(props: CardProps) {
  return <div {...props} className={classNames(styles.card, props.className)} />
}
