import { type FormEvent, useState } from "react"
import { secretIn } from "#contracts/identity/link-secret-rules.ts"
import { Button } from "#web/ui/button.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import styles from "../session-transfer/transfer-to-union.module.css"
import * as texts from "./texts.ts"

/**
 * A field for a link that arrived without its secret, because mail programs may drop the part after
 * the `#`.
 */
export function PasteLink({ onPaste }: { onPaste: (token: string) => void }) {
  const [link, setLink] = useState("")
  const [error, setError] = useState<string>()

  function read(event: FormEvent) {
    event.preventDefault()
    const token = secretIn(link)
    if (token === undefined) setError(texts.linkIncomplete)
    else onPaste(token)
  }
  return (
    <form className={styles.card} noValidate onSubmit={read}>
      <p>{texts.linkCut}</p>
      <TextField
        label={texts.linkFromEmail}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        error={error}
        value={link}
        onChange={(event) => {
          setLink(event.target.value)
          setError(undefined)
        }}
      />
      <Button type="submit">{texts.openLink}</Button>
    </form>
  )
}
