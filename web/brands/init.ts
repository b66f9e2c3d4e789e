import type { ClientGroup, InitData } from "#contracts/brands/clients.ts"
import type { FirstPage } from "#contracts/brands/first-page.ts"
import { keepDocumentsApart } from "#web/app/location.ts"
import { seedPageTitles } from "#web/app/page-title.ts"
import { CallError, messagesOf } from "#web/calls/api.ts"
import { writeItem } from "#web/calls/local-storage.ts"
import { startRelease } from "#web/calls/release.ts"
import { createStore, useStore } from "#web/calls/store.ts"
import { clearNotifications, notify } from "#web/shell/notifications/notifications.ts"
import { replaceContents, seedContents } from "./contents.ts"

/** The app's data about its host. */
export interface Init {
  appLoading: boolean
  appLoaded: boolean
  hostFound: boolean
  initData: InitData | null
  /** Null unless the client is a group of unions. */
  clientGroupsData: ClientGroup | null
}

const defaults: Init = {
  appLoading: true,
  appLoaded: false,
  hostFound: false,
  initData: null,
  clientGroupsData: null,
}

const initStore = createStore(defaults)

export function useInit(): Init {
  return useStore(initStore)
}

/** Also writes it to the browser's storage, but never reads it back: each page brings its own. */
function setInit(init: Init): void {
  writeItem("init", init === defaults ? null : JSON.stringify(init))
  initStore.set(init)
}

/** The client of this host. Errors: throws if called before the app is loaded. */
function currentClient(): InitData {
  const { initData } = initStore.get()
  if (!initData) throw new Error("Not loaded.")
  return initData
}

/** `currentClient` for a component, which then re-renders on changes. */
export function useClient(): InitData {
  useInit()
  return currentClient()
}

/** Uses the data embedded in the page, or requests them from the server if the page has none. */
export async function loadInit(firstPage: FirstPage | undefined): Promise<void> {
  if (firstPage) {
    startRelease(firstPage.release)
    keepDocumentsApart(firstPage.initData.hasBrandScripts)
    setLoaded(firstPage)
    return
  }
  setInit(defaults)
  clearNotifications()
  try {
    const { fetchInit } = await import("./fetch-init.ts")
    setLoaded(await fetchInit())
  } catch (error) {
    const isUnknownHost = error instanceof CallError && error.status === 404
    setInit({ ...defaults, appLoading: false, appLoaded: isUnknownHost })
    if (!isUnknownHost) notify(messagesOf(error))
  }
}

function setLoaded({ initData, clientGroup, pageTitles, contents }: FirstPage) {
  seedContents(contents)
  seedPageTitles(pageTitles)
  writeItem("clientName", initData.clientName)
  setInit(loadedInit(initData, clientGroup))
}

function loadedInit(initData: InitData, clientGroupsData: ClientGroup | null): Init {
  return { appLoading: false, appLoaded: true, hostFound: true, initData, clientGroupsData }
}

/** For the server, which renders many hosts: replaces all data of the previous page. */
export function seedFirstPage({ initData, clientGroup, pageTitles, contents }: FirstPage): void {
  replaceContents(contents)
  seedPageTitles(pageTitles)
  initStore.set(loadedInit(initData, clientGroup))
}
