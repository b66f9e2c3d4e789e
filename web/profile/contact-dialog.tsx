import { useEffect } from "react"
import type { StoredUser } from "#contracts/appauth/shapes.ts"
import type { Profile } from "#contracts/myaccount-core/profile.ts"
import { useClient } from "../init.ts"
import { Dialog } from "../ui/dialog.tsx"
import { ContactForm } from "./contact-form.tsx"

export interface ContactDialogProps {
  open: boolean
  user: StoredUser
  profile: Profile
  onClose: () => void
  onChanged: (profile: Profile) => void
  /** Reads what is on file by now. Errors: `CallError`. */
  readAgain: () => Promise<Profile>
}

/** What the page view of this dialog is reported under. */
const pagePath = "/change-contact-info"

export function ContactDialog({ open, ...form }: ContactDialogProps) {
  usePageView(open)
  return (
    <Dialog open={open} title="Contact Information" onClose={form.onClose}>
      <ContactForm {...form} />
    </Dialog>
  )
}

function usePageView(open: boolean) {
  const client = useClient()
  useEffect(() => {
    if (!open || !client.gtmId) return
    const planned = import("../analytics.ts").then((it) => it.planPageView(client, pagePath))
    return () => void planned.then((cancel) => cancel())
  }, [open, client])
}
