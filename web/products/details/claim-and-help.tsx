import { HelpLine } from "#web/brands/help-line.tsx"
import { useClient } from "#web/brands/init.ts"
import { useContents } from "#web/brands/use-contents.ts"
import { ButtonLink } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import styles from "./product-details.module.css"
import * as texts from "./texts.ts"

/** How to file a claim, if the client takes claims online, and the phone. */
export function ClaimAndHelp() {
  const { claimUrl } = useClient()
  const text = useContents(["claim now"])["claim now"]
  if (!claimUrl) return <HelpLine />
  return (
    <section className={styles.section} aria-labelledby="claim">
      <h2 id="claim">{texts.fileAClaim}</h2>
      <Card className={styles.claim}>
        {text && <CleanHtml html={text} />}
        <p>
          <ButtonLink look="secondary" href={claimUrl}>
            {texts.fileYourClaim}
          </ButtonLink>
        </p>
        <HelpLine />
      </Card>
    </section>
  )
}
