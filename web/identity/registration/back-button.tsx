import { TextButton } from "#web/ui/text/text-link.tsx"
import { goTo, type Registration, type RegistrationStep } from "./registration-state.ts"
import * as texts from "./texts.ts"

interface BackButtonProps {
  to: RegistrationStep
  registration: Registration
}

/** Goes back one step; the fields keep their values. */
export function BackButton({ to, registration }: BackButtonProps) {
  return (
    <TextButton alone onClick={() => goTo(to, registration)}>
      {texts.back}
    </TextButton>
  )
}
