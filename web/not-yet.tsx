import { useClient } from "./init.ts"
import styles from "./not-yet.module.css"
import { screenTitle } from "./page-title.ts"
import type { ScreenProps } from "./screen-chunks.ts"
import { telephoneLink } from "./shell/telephone.ts"
import { ButtonLink } from "./ui/button.tsx"
import { Card } from "./ui/card.tsx"
import { TextLink } from "./ui/text-link.tsx"

/** Says honestly that a part of My Account is not on line, and how to get the thing done. */
export default function NotYet({ screen }: ScreenProps) {
  const { clientPhoneNumber } = useClient()
  return (
    <Card className={styles.card}>
      <h1>{screenTitle(screen)}</h1>
      <p>This part of My Account is not on line yet. Please call us and we will help you.</p>
      {clientPhoneNumber && (
        <ButtonLink href={telephoneLink(clientPhoneNumber)}>Call {clientPhoneNumber}</ButtonLink>
      )}
      <TextLink alone href="/">
        Go to the home page
      </TextLink>
    </Card>
  )
}
