import { BottomBar } from "./bottom-bar.tsx"
import { Navigation } from "./navigation.tsx"
import type { Viewer } from "./viewer.ts"

interface BarsProps {
  place: "top" | "bottom"
  viewer: Viewer
  path: string
  onMore: () => void
  onLogout: () => void
}

/** The navigation of signed-in people: one bar above the screen, one below, by the window's width. */
export default function Bars({ place, viewer, path, onMore, onLogout }: BarsProps) {
  return place === "top" ? (
    <Navigation viewer={viewer} path={path} onLogout={onLogout} />
  ) : (
    <BottomBar viewer={viewer} path={path} onMore={onMore} />
  )
}
