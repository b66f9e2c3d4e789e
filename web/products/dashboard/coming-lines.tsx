import { screens } from "#contracts/screens.ts"
import { Dated } from "#web/ui/text/dated.tsx"
import { TextLink } from "#web/ui/text/text-link.tsx"
import * as texts from "../texts.ts"
import styles from "./hero.module.css"

/** The amounts that others pay, and the link to all later payments. */
export function ComingLines({ lines }: { lines: readonly string[] }) {
  return (
    <div className={styles.coming}>
      {lines.map(
        (line) =>
          line && (
            <p key={line}>
              <Dated text={line} />
            </p>
          ),
      )}
      <p>
        <TextLink alone href={screens.upcoming.path}>
          {texts.seeComing}
        </TextLink>
      </p>
    </div>
  )
}
