import { useState } from "react"
import { call } from "#web/calls/api.ts"
import { PasswordDialog } from "#web/profile/credentials/password-dialog.tsx"
import { TextButton } from "#web/ui/text/text-link.tsx"
import * as texts from "../texts.ts"

/** Changes the password of the staff member's own account. */
export function OwnPassword({ staffUserid }: { staffUserid: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <TextButton alone onClick={() => setIsOpen(true)}>
        {texts.changeMyPassword}
      </TextButton>
      <PasswordDialog
        open={isOpen}
        username={staffUserid}
        onChange={async (passwords) =>
          (await call("PUT /appauth/staff/password", passwords)).messages
        }
        onClose={() => setIsOpen(false)}
      />
    </>
  )
}
