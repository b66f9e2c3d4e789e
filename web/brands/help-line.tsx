import { csUserid } from "#web/identity/session/session.ts"
import { PhoneNumber } from "#web/shell/phone-number.tsx"
import { classNames } from "#web/ui/class-names.ts"
import styles from "./help-line.module.css"
import { useClient } from "./init.ts"
import { phoneHoursText } from "./phone-hours.ts"
import * as texts from "./texts.ts"

/** "Need help? Call (800) 555-0142, open until 8 p.m. ET". Renders nothing for staff. */
export function HelpLine({ className }: { className?: string | undefined }) {
  const { clientPhoneNumber } = useClient()
  if (clientPhoneNumber === "" || csUserid() !== undefined) return null
  return (
    <p className={classNames(styles.line, className)}>
      {texts.needHelp}
      <PhoneNumber number={clientPhoneNumber} />
      <PhoneHours before=", " />
    </p>
  )
}

/** The phone hours. Renders nothing if the client has not set them. */
export function PhoneHours({ before = "" }: { before?: string }) {
  const hours = phoneHoursText(useClient(), new Date())
  return hours === "" ? null : <span>{`${before}${hours}`}</span>
}
