import { useEffect, useState } from "react"
import type { SecurityQuestion } from "#contracts/identity/security.ts"
import { call } from "#web/calls/api.ts"
import { Button } from "#web/ui/button.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import * as texts from "./texts.ts"

interface QuestionFieldProps {
  /** The id of the chosen question; "" if none is chosen. */
  value: string
  onChange: (questionId: string) => void
}

/** Selects one of the security questions. */
export function QuestionField({ value, onChange }: QuestionFieldProps) {
  const [questions, setQuestions] = useState<SecurityQuestion[]>([])
  const [state, setState] = useState<"loading" | "loaded" | "failed">("loading")

  async function load() {
    setState("loading")
    try {
      const { items } = await call("GET /appauth/securityQuestions")
      setQuestions(items)
      setState("loaded")
    } catch (error) {
      console.warn("The security questions could not be loaded:", error)
      setState("failed")
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    void load()
  }, [])

  if (state === "failed") {
    return (
      <div role="alert">
        <p>{texts.questionsNotLoaded}</p>
        <Button look="secondary" onClick={() => void load()}>
          {texts.tryAgain}
        </Button>
      </div>
    )
  }
  return (
    <SelectField
      label={texts.securityQuestion}
      name="securityQuestion"
      placeholder={state === "loading" ? texts.loadingTheQuestions : texts.selectASecurityQuestion}
      required
      options={questions.map(({ questionId, question }) => ({
        value: questionId,
        label: question,
      }))}
      value={questions.length > 0 ? value : ""}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
