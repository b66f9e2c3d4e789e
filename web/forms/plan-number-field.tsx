import { type ComponentProps, useState } from "react"
import { useContents } from "#web/brands/use-contents.ts"
import { ContentPopup } from "#web/shell/popups/popups.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { TextButton } from "#web/ui/text/text-link.tsx"
import * as texts from "./texts.ts"

const where = texts.whereToFindNumber

type PlanNumberFieldProps = Omit<ComponentProps<typeof TextField>, "label" | "hint">

export function PlanNumberField(props: PlanNumberFieldProps) {
  const contents = useContents(["certificate number info"])
  const [open, setOpen] = useState(false)
  return (
    <div>
      <TextField
        {...props}
        label={texts.certificatePlanNumber}
        name="planNumber"
        inputMode="numeric"
        autoComplete="off"
        maxLength={60}
        required
      />
      <TextButton alone aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {where}
      </TextButton>
      <ContentPopup
        open={open}
        title={where}
        html={contents["certificate number info"]}
        onClose={() => setOpen(false)}
      />
    </div>
  )
}
