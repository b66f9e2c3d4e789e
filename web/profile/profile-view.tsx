import type { StoredUser } from "#contracts/appauth/shapes.ts"
import type { Profile } from "#contracts/myaccount-core/profile.ts"
import { AccountRecord } from "../record/account-record.tsx"
import { Card } from "../ui/card.tsx"
import { CleanHtml } from "../ui/clean-html.tsx"
import { ContactBlock } from "./contact-block.tsx"
import styles from "./profile.module.css"
import { Row, Rows } from "./row.tsx"
import { SecurityBlock } from "./security-block.tsx"

export interface ProfileViewProps {
  user: StoredUser
  profile: Profile
  /** Managed content, cleaned by the server; empty where there is none. */
  tip: string
  /** A change was saved, and this is the profile now. */
  onChanged: (profile: Profile) => void
  /** Reads what is on file by now, and shows it. */
  readAgain: () => Promise<Profile>
}

export function ProfileView(props: ProfileViewProps) {
  const { profile, tip } = props
  const { firstName, lastName, dateOfBirth } = profile.policyHolder
  return (
    <>
      <Card>
        <Rows>
          <Row label="Full Name">
            {firstName} {lastName}
          </Row>
          <Row label="Date of Birth">{dateOfBirth}</Row>
        </Rows>
      </Card>
      <ContactBlock {...props} />
      <SecurityBlock {...props} />
      <AccountRecord />
      {tip && <CleanHtml className={styles.tip} html={tip} />}
    </>
  )
}
