import { renderToString } from "react-dom/server"
import type { FirstPage } from "#contracts/brands/first-page.ts"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import { type ScreenName, screens } from "#contracts/screens.ts"
import { application } from "./app/application.tsx"
import { showPath } from "./app/location.ts"
import { preloadScreen } from "./app/screen-chunks.ts"
import { seedFirstPage } from "./brands/init.ts"
import { unionField } from "./brands/union.tsx"
import { customerSession } from "./identity/session/session.ts"
import { missingLine } from "./identity/sign-in/sign-in-form.tsx"
import { bars, footer } from "./shell/shell.tsx"

/** Screens that look the same for everyone who is signed out. */
const rendered: readonly ScreenName[] = [
  "login",
  "supportLogin",
  "forgotUsername",
  "forgotPassword",
  "accountDetails",
  "accessibility",
]

/** Pay Now depends on the history of the tab, and the search on staff. */
const notOutlined: readonly ScreenName[] = ["payNow", "customerHome"]

/** Screens of signed-in customers. Without data, they show their frame and placeholders. */
const outlined = (Object.keys(screens) as ScreenName[]).filter((name) => {
  const { signedIn, onlyAtSupport } = screens[name]
  return signedIn && !onlyAtSupport && !notOutlined.includes(name)
})

/** A stand-in customer without a name, because a name would be personal data. */
const anyone: StoredUser = {
  access_token: "none",
  accountNumber: "",
  policyNumber: "",
  firstName: "",
  lastName: "",
  userid: "",
  isEmailSubscribed: false,
}

/** Loads the code of the prerendered screens. Call it once, before `prerender`. */
export async function preload(): Promise<void> {
  await Promise.all([
    ...[...rendered, ...outlined].map(preloadScreen),
    bars.preload(),
    footer.preload(),
    missingLine.preload(),
    unionField.preload(),
  ])
}

/**
 * The HTML of a screen: a public screen as every signed-out person sees it, or the skeleton of a
 * customer's screen. Undefined for a screen that depends on more than its host. It is synchronous,
 * so two hosts cannot mix.
 */
export function prerender(screen: ScreenName, firstPage: FirstPage): string | undefined {
  const { clientGroupHostName, isClientGroup } = firstPage.initData
  if (outlined.includes(screen)) {
    // A group's host only signs people in.
    return isClientGroup ? undefined : outlineOf(screen, firstPage)
  }
  if (!rendered.includes(screen)) return undefined
  // A union's host redirects to its group.
  if (clientGroupHostName && screen !== "accessibility") return undefined
  return htmlOf(screen, firstPage)
}

function outlineOf(screen: ScreenName, firstPage: FirstPage): string {
  customerSession.start(anyone)
  try {
    return htmlOf(screen, firstPage)
  } finally {
    customerSession.clear()
  }
}

function htmlOf(screen: ScreenName, firstPage: FirstPage): string {
  seedFirstPage(firstPage)
  showPath(screens[screen].path)
  return renderToString(application)
}
