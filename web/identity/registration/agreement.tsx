import { useState } from "react"
import { useContents } from "#web/brands/use-contents.ts"
import { ContentPopup } from "#web/shell/popups.tsx"
import { Checkbox } from "#web/ui/form/checkbox.tsx"
import { TextButton } from "#web/ui/text/text-link.tsx"
import styles from "./step.module.css"

const texts = [
  { title: "Terms of Service", content: "terms of service" },
  { title: "Privacy Policy", content: "privacy policy" },
]

interface AgreementProps {
  agreed: boolean
  onChange: (agreed: boolean) => void
}

/** What a person agrees to, to be read before they do. */
export function Agreement({ agreed, onChange }: AgreementProps) {
  const contents = useContents(texts.map(({ content }) => content))
  const [open, setOpen] = useState("")
  return (
    <div>
      <Checkbox
        label="I agree to the Terms of Service and the Privacy Policy."
        required
        checked={agreed}
        onChange={(event) => onChange(event.target.checked)}
      />
      <ul className={styles.texts}>
        {texts.map(({ title, content }) => (
          <li key={title}>
            <TextButton alone aria-haspopup="dialog" onClick={() => setOpen(title)}>
              Read the {title}
            </TextButton>
            <ContentPopup
              open={open === title}
              title={title}
              html={contents[content]}
              onClose={() => setOpen("")}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
