/** A screen that was seen in a document without the tag manager, as it is told afterwards. */
export interface PageView {
  pagePath: string
  pageTitle: string
}

const key = "pageViews"
/** More screens than a person sees before they leave the payment center; the oldest go first. */
const most = 50

/** Keeps a page view until a document with the tag manager loads in this tab. */
export function keepPageView(view: PageView): void {
  try {
    const views = [...readPageViews(), view].slice(-most)
    sessionStorage.setItem(key, JSON.stringify(views))
  } catch {
    // A browser without storage for this site is left alone: the view is not counted.
  }
}

/** The kept page views, oldest first, which are forgotten then. */
export function takePageViews(): PageView[] {
  try {
    const views = readPageViews()
    sessionStorage.removeItem(key)
    return views
  } catch {
    return []
  }
}

/** The kept page views; a malformed text counts as none. */
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
