import { Ellipsis } from "lucide"
import { stickyBottom } from "../ui/focus/sticky-edge.ts"
import { Icon } from "../ui/icon.tsx"
import * as barTexts from "./bar-texts.ts"
import styles from "./bottom-bar.module.css"
import { destinationsFor, isAt } from "./destinations.ts"
import { destinationIcons } from "./icons.ts"
import * as texts from "./texts.ts"
import type { Viewer } from "./viewer.ts"

interface BottomBarProps {
  viewer: Viewer
  path: string
  onMore: () => void
}

/** The navigation up to 767 px; what has no room in it is in the side panel behind More. */
export function BottomBar({ viewer, path, onMore }: BottomBarProps) {
  const destinations = destinationsFor(viewer).filter(({ name }) => name !== "profile")
  return (
    <nav className={styles.bar} ref={stickyBottom} aria-label={barTexts.main}>
      <ul>
        {destinations.map((destination) => (
          <li key={destination.name}>
            <a
              className={styles.line}
              href={destination.path}
              aria-current={isAt(destination, path) ? "page" : undefined}
            >
              <Icon of={destinationIcons[destination.name]} />
              <span>{destination.label}</span>
            </a>
          </li>
        ))}
        <li>
          <button className={styles.line} type="button" aria-haspopup="dialog" onClick={onMore}>
            <Icon of={Ellipsis} />
            <span>{texts.more}</span>
          </button>
        </li>
      </ul>
    </nav>
  )
}
