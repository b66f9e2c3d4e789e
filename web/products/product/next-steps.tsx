import type { Product } from "#contracts/products/shapes.ts"
import { Sentences } from "#web/ui/text/dated.tsx"
import { nextStepOf } from "./next-step.ts"
import styles from "./next-steps.module.css"
import type { Planned } from "./planned.ts"

interface NextStepsProps {
  product: Product
  planned: Planned
  /** The client's day, as MM/DD/YYYY, or "". */
  today: string
}

/** Sentences about the next event of a product. They explain the status beside them. */
export function NextSteps({ product, planned, today }: NextStepsProps) {
  return <Sentences className={styles.steps} of={nextStepOf(product, planned, today)} />
}
