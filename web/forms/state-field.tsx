import { useQuery } from "@tanstack/react-query"
import type { ComponentProps } from "react"
import { statesCountryId } from "#contracts/brands/states.ts"
import { call } from "#web/calls/api.ts"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { TextButton } from "#web/ui/text/text-link.tsx"
import * as texts from "./texts.ts"

type StateFieldProps = Omit<ComponentProps<typeof SelectField>, "label" | "options" | "placeholder">

/** The state of an address, as two letters. */
export function StateField(props: StateFieldProps) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ["states"],
    queryFn: ({ signal }) =>
      call("GET /appcontent/statesList", undefined, {
        query: { countryId: statesCountryId },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const codes = data?.items.map(({ stateCode }) => stateCode) ?? []
  const { value } = props
  // Offers the state on file until the list loads, or if it fails to load.
  const isKnown = typeof value !== "string" || value === "" || codes.includes(value)
  const shown = isKnown ? codes : [value, ...codes]
  const isMissing = isError && !isFetching
  return (
    <SelectField
      // A translation would treat "OR", "ME" and "IN" as words.
      translate="no"
      autoComplete="billing address-level1"
      {...props}
      label={texts.state}
      placeholder={data || isMissing ? texts.select : texts.loading}
      hint={isMissing && <Missing onRetry={() => void refetch()} />}
      options={shown.map((code) => ({ value: code, label: code }))}
    />
  )
}

function Missing({ onRetry }: { onRetry: () => void }) {
  return (
    <>
      <span>{texts.statesNotLoaded}</span>
      <TextButton onClick={onRetry}>{texts.tryAgain}</TextButton>
    </>
  )
}
