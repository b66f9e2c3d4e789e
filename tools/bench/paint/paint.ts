import { createEmailReader } from "#testing/mail-reader.ts"
import { startMailbox } from "../../mailbox/mailbox.ts"
import { startPortal } from "../portal.ts"
import { type Finding, orMissed } from "../report.ts"
import { publicPaint, publicScreens } from "./public-screens.ts"
import { paintInBrowser } from "./real-browser.ts"
import { signedInScreens } from "./signed-in.ts"

const full = { screens: publicScreens, rounds: 3, signedInRounds: 5 }
const small = { screens: publicScreens.slice(0, 1), rounds: 1, signedInRounds: 1 }

/**
 * Measures how fast screens show and answer, on a separate portal. The small form measures one
 * screen, once.
 */
export async function* paint(isSmall = false): AsyncGenerator<Finding> {
  const { screens, rounds, signedInRounds } = isSmall ? small : full
  await using stack = new AsyncDisposableStack()
  const mailbox = await startMailbox({ httpPort: 0 })
  stack.defer(() => mailbox.close())
  const { smtpUrl } = mailbox
  const portal = stack.use(await startPortal({ smtpUrl, fill: async () => {} }))
  const { port } = portal
  yield* publicPaint(port, screens, rounds)
  yield* paintInBrowser(port, screens, rounds)
  const { readCode } = createEmailReader(mailbox)
  yield* orMissed("Signed-in screens", () => signedInScreens(port, readCode, signedInRounds))
}
