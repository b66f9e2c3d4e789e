import { Headset } from "lucide"
import { Icon } from "../ui/icon.tsx"
import styles from "./support-banner.module.css"

/** Says that staff are at work here, and who. */
export function SupportBanner({ agentUserid }: { agentUserid: string }) {
  return (
    <aside className={styles.banner} aria-label="Customer support">
      <Icon of={Headset} size={20} />
      <span>
        Customer support user: <strong>{agentUserid}</strong>
      </span>
    </aside>
  )
}
