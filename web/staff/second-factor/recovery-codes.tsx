import { Button } from "#web/ui/button.tsx"
import { CopyButton } from "#web/ui/text/copy-button.tsx"
import styles from "./second-factor.module.css"

interface RecoveryCodesProps {
  codes: readonly string[]
  onKept: () => void
}

/** Shown this once: the server keeps only what proves them. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  return (
    <>
      <p>
        If you lose your app, each of these codes logs you in once. Please print them or write them
        down now: they are not shown again.
      </p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyButton text={codes.join("\n")} what="recovery codes" beneath />
      <Button wide onClick={onKept}>
        I have kept them
      </Button>
    </>
  )
}
