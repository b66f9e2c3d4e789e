import { useState } from "react"
import { useContents } from "#web/brands/use-contents.ts"
import { ContentPopup } from "#web/shell/popups/popups.tsx"
import { Checkbox } from "#web/ui/form/checkbox.tsx"
import { TextButton } from "#web/ui/text/text-link.tsx"
import styles from "./step.module.css"
import * as texts from "./texts.ts"

const documents = [
  { title: texts.termsOfService, content: "terms of service" },
  { title: texts.privacyPolicy, content: "privacy policy" },
]

interface AgreementProps {
  agreed: boolean
  onChange: (agreed: boolean) => void
}

/** The agreement checkbox, with the documents to read first. */
export function Agreement({ agreed, onChange }: AgreementProps) {
  const contents = useContents(documents.map(({ content }) => content))
  const [open, setOpen] = useState("")
  return (
    <div>
      <Checkbox
        label={texts.iAgree}
        required
        checked={agreed}
        onChange={(event) => onChange(event.target.checked)}
      />
      <ul className={styles.texts}>
        {documents.map(({ title, content }) => (
          <li key={title}>
            <TextButton alone aria-haspopup="dialog" onClick={() => setOpen(title)}>
              {texts.readThe(title)}
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
