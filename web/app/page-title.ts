import { pageTitle, type ScreenName, screens } from "#contracts/screens.ts"

let suffixes: Record<string, string> = {}

export function seedPageTitles(managed: Record<string, string>): void {
  suffixes = managed
}

/** What a screen is called, in the words of the client. */
export function screenTitle(screen: ScreenName): string {
  return suffixes[screen] ?? screens[screen].title
}

/** What the browser tab says on a screen; without one, on an address that has none. */
export function tabTitle(clientName: string, screen: ScreenName | undefined): string {
  return screen ? pageTitle(clientName, screenTitle(screen)) : clientName
}
