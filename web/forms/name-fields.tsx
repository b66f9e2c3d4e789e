import type { ComponentProps } from "react"
import { nameMaxLength } from "#contracts/identity/credential-lengths.ts"
import { TextField } from "#web/ui/form/text-field.tsx"
import * as texts from "./texts.ts"

type NameField = "firstName" | "lastName"

interface NameFieldsProps {
  className: string | undefined
  field: (name: NameField) => Omit<ComponentProps<typeof TextField>, "label">
}

/**
 * First and last name, both required. A hint explains what a person with one name enters.
 * Autocorrect is off, because the names are compared.
 */
export function NameFields({ className, field }: NameFieldsProps) {
  return (
    <div>
      <div className={className}>
        <TextField
          label={texts.firstName}
          autoComplete="given-name"
          autoCorrect="off"
          spellCheck={false}
          maxLength={nameMaxLength}
          {...field("firstName")}
        />
        <TextField
          label={texts.lastName}
          autoComplete="family-name"
          autoCorrect="off"
          spellCheck={false}
          maxLength={nameMaxLength}
          {...field("lastName")}
        />
      </div>
      <p>
        <small>{texts.oneName}</small>
      </p>
    </div>
  )
}
