import { renderToString } from "react-dom/server"
import type { FirstPage } from "#contracts/brands/first-page.ts"
import { type ScreenName, screens } from "#contracts/screens.ts"
import { application } from "./app/application.tsx"
import { showPath } from "./app/location.ts"
import { preloadScreen } from "./app/screen-chunks.ts"
import { seedFirstPage } from "./brands/init.ts"
import { unionField } from "./brands/union.tsx"
import { missingLine } from "./identity/sign-in/sign-in-form.tsx"
import { footer } from "./shell/shell.tsx"

/** The screens that look the same for everyone who is not signed in. */
const rendered: readonly ScreenName[] = [
  "login",
  "supportLogin",
  "forgotUsername",
  "forgotPassword",
  "accountDetails",
  "accessibility",
]

/** Loads what the screens consist of. Call it once, before `prerender`. */
export async function preload(): Promise<void> {
  await Promise.all([
    ...rendered.map(preloadScreen),
    footer.preload(),
    missingLine.preload(),
    unionField.preload(),
  ])
}

/**
 * The HTML of a screen as everyone sees it who is not signed in; undefined for a screen that depends
 * on more than its host. It runs at once, so that two hosts cannot mix.
 */
export function prerender(screen: ScreenName, firstPage: FirstPage): string | undefined {
  // A union's host leads to its group.
  const { clientGroupHostName } = firstPage.initData
  if (!rendered.includes(screen)) return undefined
  if (clientGroupHostName && screen !== "accessibility") return undefined
  seedFirstPage(firstPage)
  showPath(screens[screen].path)
  return renderToString(application)
}
