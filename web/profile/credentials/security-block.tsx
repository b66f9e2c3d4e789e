import { useQueryClient } from "@tanstack/react-query"
import { useId, useState } from "react"
import { usernameOf } from "#contracts/identity/userid.ts"
import { auditLogKey } from "#web/audit/audit-log-key.ts"
import { call } from "#web/calls/api.ts"
import { Card } from "#web/ui/card.tsx"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import { ActionLink, Reason } from "../action-link.tsx"
import { disabledReason } from "../edit-option.ts"
import styles from "../profile.module.css"
import type { ProfileProps } from "../profile-props.ts"
import { Row, Rows } from "../row.tsx"
import * as texts from "../texts.ts"
import { PasswordDialog } from "./password-dialog.tsx"
import { SecurityDialog } from "./security-dialog.tsx"

const forStaffText = texts.customerOnly

/** The password and the security question. */
export function SecurityBlock({ user, profile, readAgain }: ProfileProps) {
  const [open, setOpen] = useState<"password" | "question">()
  const { securityQuestion, editOption } = profile
  const close = () => setOpen(undefined)
  const id = useId()
  const queries = useQueryClient()
  const isStaff = user.csUserid !== undefined
  const username = usernameOf(user.userid)

  async function changePassword(passwords: { currentPassword: string; password: string }) {
    const hostName = location.hostname
    const body = { ...passwords, username, hostName }
    try {
      return (await call("PUT /myaccount-core/profile/password", body)).messages
    } finally {
      // A wrong old password also adds an entry.
      void queries.invalidateQueries({ queryKey: auditLogKey })
    }
  }
  const reason = isStaff ? forStaffText : disabledReason(editOption.save)
  const reasonId = reason === "" ? undefined : id
  return (
    <section className={styles.section} aria-labelledby="security">
      <h2 id="security">{texts.security}</h2>
      <Card className={styles.block}>
        <Rows>
          <Row
            label={texts.password}
            action={
              <ActionLink
                label={texts.changePassword}
                reasonId={reasonId}
                onPress={() => setOpen("password")}
              />
            }
          >
            <span className={styles.masked} aria-hidden="true">
              ••••••••
            </span>
            <VisuallyHidden>{texts.hidden}</VisuallyHidden>
          </Row>
          <Row
            label={texts.securityQuestion}
            action={
              <ActionLink
                label={texts.change}
                about={texts.securityQuestionAndAnswer}
                reasonId={reasonId}
                onPress={() => setOpen("question")}
              />
            }
          >
            {isStaff ? texts.hiddenFromStaff : securityQuestion || texts.noneChosenYet}
          </Row>
        </Rows>
        <Reason id={id} text={reason} />
      </Card>
      <PasswordDialog
        open={open === "password"}
        username={username}
        onChange={changePassword}
        onClose={close}
      />
      <SecurityDialog
        open={open === "question"}
        user={user}
        onClose={close}
        onChanged={readAgain}
      />
    </section>
  )
}
