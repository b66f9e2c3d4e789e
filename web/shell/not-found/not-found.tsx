import { HelpLine } from "#web/brands/help-line.tsx"
import styles from "../plain-screen.module.css"
import * as texts from "./texts.ts"

interface NotFoundProps {
  /** The target of the link; absent at an unknown host. */
  homePath?: string
}

export default function NotFound({ homePath }: NotFoundProps) {
  return (
    <div className={styles.screen}>
      <p className={styles.code}>{texts.error404}</p>
      <h1>{texts.oopsPageNotFound}</h1>
      <p>{texts.notHere}</p>
      {homePath && (
        <>
          <p>
            <a href={homePath}>{texts.goHome}</a>
          </p>
          <HelpLine />
        </>
      )}
    </div>
  )
}
