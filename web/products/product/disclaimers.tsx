import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import styles from "./disclaimers.module.css"

interface DisclaimersProps {
  titles: readonly string[]
  contents: Record<string, string>
}

export function Disclaimers({ titles, contents }: DisclaimersProps) {
  return (
    <div className={styles.disclaimers}>
      {titles.map(
        (title) =>
          contents[title] && (
            <CleanHtml key={title} className={styles.disclaimer} html={contents[title]} />
          ),
      )}
    </div>
  )
}
