import { useClient } from "#web/brands/init.ts"
import { phoneLink } from "#web/shell/phone-link.ts"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import { TextButton, TextLink } from "#web/ui/text/text-link.tsx"
import styles from "../step.module.css"
import * as texts from "./texts.ts"

/** Where the code went, and the address that the person typed in step 2. */
export function TypedAddress({ sent, email }: { sent: string; email: string }) {
  return (
    <>
      <CleanHtml html={sent} />
      <p>
        {texts.youEntered} <strong className={styles.email}>{email}</strong>
      </p>
    </>
  )
}

/** The ways on for a person with a wrong address, or without an email. */
export function WrongAddress({ onChange }: { onChange: () => void }) {
  const { clientPhoneNumber } = useClient()
  return (
    <div className={styles.wrong}>
      <TextButton alone onClick={onChange}>
        {texts.changeEmailAddress}
      </TextButton>
      {clientPhoneNumber && (
        <p>
          {texts.stillNoEmail}{" "}
          <TextLink href={phoneLink(clientPhoneNumber)} translate="no">
            {clientPhoneNumber}
          </TextLink>
        </p>
      )}
    </div>
  )
}
