import { createEmailReader } from "#testing/mail-reader.ts"
import { startMailbox } from "../../mailbox/mailbox.ts"
import { startPortal } from "../portal.ts"
import type { Finding } from "../report.ts"
import { publicPaint } from "./public-screens.ts"
import { paintInBrowser } from "./real-browser.ts"
import { signedInScreens } from "./signed-in.ts"

/** How fast screens show and answer, on a portal of their own. */
export async function* paint(): AsyncGenerator<Finding> {
  await using stack = new AsyncDisposableStack()
  const mailbox = await startMailbox({ httpPort: 0 })
  stack.defer(() => mailbox.close())
  const { smtpUrl } = mailbox
  const portal = stack.use(await startPortal({ smtpUrl, fill: async () => {} }))
  const { port } = portal
  yield* publicPaint(port)
  yield* paintInBrowser(port)
  yield* await signedInScreens(port, createEmailReader(mailbox).readCode)
}
