import { type FormEvent, useState } from "react"
import { isBlank, requiredText } from "#contracts/required-field.ts"
import { Button } from "#web/ui/button.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { type SearchType, searchTypeLabel, searchTypes } from "./search-types.ts"
import styles from "./staff.module.css"
import * as texts from "./texts.ts"

interface SearchFormProps {
  busy: boolean
  onSearch: (type: SearchType, value: string) => void
}

export function SearchForm({ busy, onSearch }: SearchFormProps) {
  const [type, setType] = useState<SearchType>("policyNumber")
  const [value, setValue] = useState("")
  const [attempted, setAttempted] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    setAttempted(true)
    if (!isBlank(value) && !busy) onSearch(type, value)
  }

  return (
    <search>
      {/* Enter in a blank field is an attempt too, which a disabled button would not pass on. */}
      <form className={styles.search} noValidate onSubmit={submit}>
        <SelectField
          label={texts.searchBy}
          name="searchType"
          options={searchTypes}
          value={type}
          onChange={(event) => setType(event.target.value as SearchType)}
        />
        <TextField
          label={searchTypeLabel(type)}
          name="value"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          inputMode={type === "policyNumber" ? "numeric" : "text"}
          maxLength={100}
          required
          error={attempted && isBlank(value) ? requiredText : undefined}
          value={value}
          onChange={(event) => setValue(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && isBlank(value)) setAttempted(true)
          }}
        />
        <Button type="submit" busy={busy && texts.searching} disabled={isBlank(value)}>
          {texts.search}
        </Button>
      </form>
    </search>
  )
}
