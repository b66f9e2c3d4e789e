import { ArrowLeft } from "lucide"
import type { MouseEvent } from "react"
import { screens } from "#contracts/screens.ts"
import { leaveDialogs } from "#web/ui/dialog-history.ts"
import { Icon } from "#web/ui/icon.tsx"
import { TextLink } from "#web/ui/text/text-link.tsx"
import styles from "./product-details.module.css"
import * as texts from "./texts.ts"

/** Returns to the previous screen, or to the list of products after an email link or bookmark. */
export function BackLink() {
  function goBack(event: MouseEvent) {
    // Browsers without this know only that there is a history, not whether it is this site's.
    if (!window.navigation?.canGoBack) return
    event.preventDefault()
    void leaveDialogs().then(() => history.back())
  }
  return (
    <TextLink alone className={styles.back} href={screens.products.path} onClick={goBack}>
      <Icon of={ArrowLeft} size={20} />
      <span>{texts.back}</span>
    </TextLink>
  )
}
