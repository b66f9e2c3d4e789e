import { AccountAuditLog } from "#web/audit/account-audit-log.tsx"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import { Card } from "../ui/card.tsx"
import { ContactBlock } from "./contact/contact-block.tsx"
import { SecurityBlock } from "./credentials/security-block.tsx"
import styles from "./profile.module.css"
import type { ProfileProps } from "./profile-props.ts"
import { Row, Rows } from "./row.tsx"
import * as texts from "./texts.ts"

export function ProfileView(props: ProfileProps) {
  const { user, profile, tip } = props
  const { firstName, lastName, dateOfBirth } = profile.policyHolder
  return (
    <>
      <Card>
        <Rows>
          <Row label={texts.fullName}>
            <span translate="no">{`${firstName} ${lastName}`}</span>
          </Row>
          {user.csUserid === undefined && (
            <Row label={texts.dateOfBirth}>
              <time translate="no">{dateOfBirth}</time>
            </Row>
          )}
        </Rows>
      </Card>
      <ContactBlock {...props} />
      <SecurityBlock {...props} />
      <AccountAuditLog />
      {tip && <CleanHtml className={styles.tip} html={tip} />}
    </>
  )
}
