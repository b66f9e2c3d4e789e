import { LogOut } from "lucide"
import { Icon } from "../ui/icon.tsx"
import { destinationsFor, isAt } from "./destinations.ts"
import { destinationIcons } from "./icons.ts"
import styles from "./navigation.module.css"
import * as barTexts from "./signed-in-texts.ts"
import * as texts from "./texts.ts"
import type { Viewer } from "./viewer.ts"

interface NavigationProps {
  viewer: Viewer
  path: string
  onLogout: () => void
}

/** The navigation from 768 px on; below, the bottom bar stands for it. */
export function Navigation({ viewer, path, onLogout }: NavigationProps) {
  return (
    <nav className={styles.navigation} aria-label={barTexts.main}>
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
