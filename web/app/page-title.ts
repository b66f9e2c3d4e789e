import { pageTitle, type ScreenName, screens } from "#contracts/screens.ts"

let suffixes: Record<string, string> = {}

export function seedPageTitles(managed: Record<string, string>): void {
  suffixes = managed
}

/** The client's title of a screen. */
export function screenTitle(screen: ScreenName): string {
  return suffixes[screen] ?? screens[screen].title
}

/** The title of the browser tab on a screen; without a screen, on an unknown address. */
export function tabTitle(clientName: string, screen: ScreenName | undefined): string {
  return screen ? pageTitle(clientName, screenTitle(screen)) : clientName
}
