/** A view of a screen in a document without the tag manager, to be reported later. */
export interface PageView {
  pagePath: string
  pageTitle: string
}

const key = "pageViews"
/**
 * More than anyone visits before leaving the payment center. Beyond it, the oldest views are
 * dropped.
 */
const most = 50

/** Stores a page view until a document with the tag manager loads in this tab. */
export function keepPageView(view: PageView): void {
  try {
    const views = [...readPageViews(), view].slice(-most)
    sessionStorage.setItem(key, JSON.stringify(views))
  } catch {
    // The browser does not store data for this site, so the view is not counted.
  }
}

/** Returns the stored page views, oldest first, and removes them. */
export function takePageViews(): PageView[] {
  try {
    const views = readPageViews()
    sessionStorage.removeItem(key)
    return views
  } catch {
    return []
  }
}

/** The stored page views; none if the stored text is malformed. */
function readPageViews(): PageView[] {
  try {
    const views: unknown = JSON.parse(sessionStorage.getItem(key) ?? "[]")
    return Array.isArray(views) ? views.filter(isPageView) : []
  } catch {
    return []
  }
}

function isPageView(view: Partial<PageView> | null): view is PageView {
  return typeof view?.pagePath === "string" && typeof view.pageTitle === "string"
}
