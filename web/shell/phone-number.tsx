import { TextLink } from "#web/ui/text/text-link.tsx"
import { phoneLink } from "./phone-link.ts"

/** A phone number that calls itself. A translation leaves it unchanged. */
export function PhoneNumber({ number }: { number: string }) {
  return (
    <TextLink href={phoneLink(number)} translate="no">
      {number}
    </TextLink>
  )
}
