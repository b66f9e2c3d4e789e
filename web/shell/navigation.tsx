import { LogOut } from "lucide"
import { Icon } from "../ui/icon.tsx"
import { destinationsFor, isAt } from "./destinations.ts"
import { destinationIcons } from "./icons.ts"
import * as laterTexts from "./later-texts.ts"
import styles from "./navigation.module.css"
import * as texts from "./texts.ts"
import type { Viewer } from "./viewer.ts"

interface NavigationProps {
  viewer: Viewer
  path: string
  onLogout: () => void
}

/** The navigation from 768 px on. Smaller screens have the bottom bar instead. */
export function Navigation({ viewer, path, onLogout }: NavigationProps) {
  return (
    <nav className={styles.navigation} aria-label={laterTexts.main}>
      <ul>
        {destinationsFor(viewer).map((destination) => (
          <li key={destination.name} className={styles[destination.name]}>
            <a
              className={styles.line}
              href={destination.path}
              aria-current={isAt(destination, path) ? "page" : undefined}
            >
              <Icon of={destinationIcons[destination.name]} size={20} />
              <span>{destination.label}</span>
            </a>
          </li>
        ))}
        <li>
          <button className={styles.line} type="button" onClick={onLogout}>
            <Icon of={LogOut} size={20} />
            <span>{texts.logout}</span>
          </button>
        </li>
      </ul>
    </nav>
  )
}
