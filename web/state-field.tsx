import { useQuery } from "@tanstack/react-query"
import type { ComponentProps } from "react"
import { statesCountryId } from "#contracts/rules.ts"
import { call } from "./api.ts"
import { SelectField } from "./ui/select-field.tsx"

type StateFieldProps = Omit<ComponentProps<typeof SelectField>, "label" | "options" | "placeholder">

/** The state of an address, by its two letters. */
export function StateField(props: StateFieldProps) {
  const { data } = useQuery({
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
  // What is on file is shown before the list is here, and where it does not come.
  const isKnown = typeof value !== "string" || value === "" || codes.includes(value)
  const shown = isKnown ? codes : [value, ...codes]
  return (
    <SelectField
      autoComplete="billing address-level1"
      {...props}
      label="State"
      placeholder={data ? "Select" : "Loading…"}
      options={shown.map((code) => ({ value: code, label: code }))}
    />
  )
}
