import { Button } from "#web/ui/button.tsx"
import { CopyButton } from "#web/ui/text/copy-button.tsx"
import styles from "./second-factor.module.css"
import * as texts from "./texts.ts"

interface RecoveryCodesProps {
  codes: readonly string[]
  onKept: () => void
}

/** Shown this once: the server keeps only what proves them. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  return (
    <>
      <p>{texts.keepThem}</p>
      <ul className={styles.codes} translate="no">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyButton text={codes.join("\n")} what={texts.recoveryCodes} beneath />
      <Button wide onClick={onKept}>
        {texts.iHaveKeptThem}
      </Button>
    </>
  )
}
