import { useEffect } from "react"
import { useClient } from "#web/brands/init.ts"
import { Dialog } from "#web/ui/dialog.tsx"
import { ContactForm, type ContactFormProps } from "./contact-form.tsx"
import * as texts from "./texts.ts"

/** The path under which analytics counts this dialog. */
const pagePath = "/change-contact-info"

export function ContactDialog({ open, ...form }: ContactFormProps & { open: boolean }) {
  usePageView(open)
  return (
    <Dialog open={open} title={texts.contactInformation} onClose={form.onClose}>
      <ContactForm {...form} />
    </Dialog>
  )
}

function usePageView(open: boolean) {
  const client = useClient()
  useEffect(() => {
    if (!open || !client.gtmId) return
    const planned = import("#web/brands/analytics.ts").then((it) =>
      it.planPageView(client, pagePath),
    )
    return () => void planned.then((cancel) => cancel())
  }, [open, client])
}
