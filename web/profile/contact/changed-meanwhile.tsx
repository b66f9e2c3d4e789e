import type { ContactPart } from "#contracts/profile/contact-rules.ts"
import type { Profile } from "#contracts/profile/profile.ts"
import { TextButton } from "#web/ui/text/text-link.tsx"
import * as texts from "../texts.ts"
import styles from "./changed-meanwhile.module.css"
import { type ContactDraft, differences } from "./contact-draft.ts"

interface ChangedMeanwhileProps {
  draft: ContactDraft
  onFile: Profile
  /** Copies the value on file into the form, for this part. */
  onTake: (part: ContactPart) => void
}

/** Compares a concurrent change on file with the typed values, so that the person can decide. */
export function ChangedMeanwhile({ draft, onFile, onTake }: ChangedMeanwhileProps) {
  const others = differences(draft, onFile)
  return (
    <section className={styles.meanwhile} aria-labelledby="on-file">
      <h3 id="on-file">{texts.onFileNow}</h3>
      {others.length === 0 ? (
        <p>{texts.formHoldsFiled}</p>
      ) : (
        <>
          <ul>
            {others.map(({ part, label, lines }) => (
              <li key={part}>
                <span className={styles.label}>{label}</span>
                {lines.map((line) => (
                  <span className={styles.line} key={line}>
                    {line}
                  </span>
                ))}
                <TextButton alone onClick={() => onTake(part)}>
                  {texts.takeThis(label.toLowerCase())}
                </TextButton>
              </li>
            ))}
          </ul>
          <p>{texts.savingReplaces}</p>
        </>
      )}
    </section>
  )
}
