import { ShieldCheck, TriangleAlert } from "lucide"
import { botText } from "#contracts/identity/captcha.ts"
import CallHelp from "#web/brands/call-help.tsx"
import { Icon } from "#web/ui/icon.tsx"
import { Spinner } from "#web/ui/spinner.tsx"
import { TextButton } from "#web/ui/text/text-link.tsx"
import * as texts from "../sign-in/texts.ts"
import styles from "./captcha-line.module.css"
import type { Captcha } from "./use-captcha.ts"

/** The progress of the bot check, which runs without action by the person. */
export function CaptchaLine({ captcha }: { captcha: Captcha }) {
  const { state, checkAgain } = captcha
  return (
    <div className={styles.line}>
      {state === "checking" ? (
        <Spinner />
      ) : (
        <Icon of={state === "done" ? ShieldCheck : TriangleAlert} size={20} />
      )}
      <span role="status">{words[state]}</span>
      {state === "failed" && <TextButton onClick={checkAgain}>{texts.checkAgain}</TextButton>}
      <CallHelp messages={[{ content: [words[state]] }]} />
    </div>
  )
}

const words = {
  checking: texts.checkingHuman,
  done: texts.checkedHuman,
  bot: botText,
  failed: texts.checkFailed,
}
