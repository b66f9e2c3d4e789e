import type { ClientGroup, InitData } from "#contracts/brands/clients.ts"
import type { FirstPage } from "#contracts/brands/first-page.ts"
import { screens } from "#contracts/screens.ts"
import { call } from "#web/calls/api.ts"

/** Fetches the contents of the first page. Errors: `CallError`. */
export async function fetchInit(): Promise<FirstPage> {
  const initData = await call("GET /appcontent/clientAttributes")
  const [clientGroup, pageTitles] = await Promise.all([fetchClientGroup(initData), fetchTitles()])
  return { initData, clientGroup, pageTitles, contents: {} }
}

async function fetchClientGroup(initData: InitData): Promise<ClientGroup | null> {
  if (!initData.isClientGroup) return null
  return await call("GET /appcontent/clientGroup/{nameOrId}", undefined, {
    params: { nameOrId: initData.client },
  })
}

/** Logs a failure and returns no titles. The screens then have their default titles. */
async function fetchTitles(): Promise<Record<string, string>> {
  try {
    const reply = await call("POST /appcontent/pagesTitle", { titles: Object.keys(screens) })
    return JSON.parse(reply.items[0]?.content ?? "{}")
  } catch (error) {
    console.warn("Page titles could not be loaded:", error)
    return {}
  }
}
