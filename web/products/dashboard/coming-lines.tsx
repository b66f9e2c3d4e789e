import { screens } from "#contracts/screens.ts"
import type { Elements } from "#web/ui/elements.ts"
import { Dated } from "#web/ui/text/dated.tsx"
import { TextLink } from "#web/ui/text/text-link.tsx"
import * as texts from "../texts.ts"
import styles from "./hero.module.css"

interface ComingLinesProps {
  lines: readonly string[]
  /** Content above the lines. */
  children?: Elements
}

/** The amounts that others pay, and the link to all later payments. */
export function ComingLines({ lines, children }: ComingLinesProps) {
  return (
    <div className={styles.coming}>
      {children}
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
