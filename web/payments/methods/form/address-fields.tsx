import { type RefObject, useRef } from "react"
import { flushSync } from "react-dom"
import {
  addressLineMaxLength,
  cityMaxLength,
  filteredZip,
} from "#contracts/payments/payment-method-rules.ts"
import { StateField } from "#web/forms/state-field.tsx"
import { Skeleton } from "#web/ui/skeleton.tsx"
import { TextButton } from "#web/ui/text/text-link.tsx"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import * as texts from "../texts.ts"
import { addressLine } from "./address-on-file.ts"
import { MethodField } from "./method-field.tsx"
import styles from "./method-form.module.css"
import type { MethodForm } from "./use-method-form.ts"

/** The billing address of the card or account: one line, or the fields to change it. */
export function AddressFields({ methodForm }: { methodForm: MethodForm }) {
  const { isAddressLoading, isAddressOnFile, isAddressOpen } = methodForm
  const group = useRef<HTMLFieldSetElement>(null)
  const isLine = !isAddressOpen && (isAddressLoading || isAddressOnFile === true)
  return (
    <fieldset className={styles.group} ref={group}>
      <legend className={styles.legend}>{texts.billingAddress}</legend>
      {isLine ? (
        <AddressLine methodForm={methodForm} group={group} />
      ) : (
        <OpenAddress methodForm={methodForm} group={group} />
      )}
    </fieldset>
  )
}

interface AddressProps {
  methodForm: MethodForm
  group: RefObject<HTMLFieldSetElement | null>
}

function AddressLine({ methodForm, group }: AddressProps) {
  const { draft, isAddressLoading, openAddress } = methodForm
  return (
    <div className={styles.onFile}>
      {isAddressLoading ? <Skeleton /> : <p translate="no">{addressLine(draft)}</p>}
      <TextButton alone onClick={() => replaceFocused(group, openAddress)}>
        {texts.change}
        <VisuallyHidden>{texts.ofBillingAddress}</VisuallyHidden>
      </TextButton>
    </div>
  )
}

/** Replaces the pressed button's part of the form, and focuses the first control of the new part. */
function replaceFocused(group: AddressProps["group"], replace: () => void) {
  flushSync(replace)
  group.current?.querySelector<HTMLElement>("input, button")?.focus()
}

function OpenAddress({ methodForm, group }: AddressProps) {
  const { draft, errors, isAddressOnFile, change, takeAddressOnFile } = methodForm
  const line = { methodForm, maxLength: addressLineMaxLength }
  return (
    <>
      <MethodField
        {...line}
        label={texts.address1}
        field="addressLine1"
        required
        autoComplete="billing address-line1"
      />
      <MethodField
        {...line}
        label={texts.address2}
        field="addressLine2"
        autoComplete="billing address-line2"
      />
      <MethodField
        {...line}
        label={texts.address3}
        field="addressLine3"
        autoComplete="billing address-line3"
      />
      <div className={styles.place}>
        <MethodField
          methodForm={methodForm}
          label={texts.city}
          field="city"
          required
          maxLength={cityMaxLength}
          autoComplete="billing address-level2"
        />
        <StateField
          required
          value={draft.state}
          error={errors.state}
          onChange={(event) => change("state", event.target.value)}
        />
        <MethodField
          methodForm={methodForm}
          label={texts.zip}
          field="zip"
          required
          filter={filteredZip}
          inputMode="numeric"
          autoComplete="billing postal-code"
        />
      </div>
      {isAddressOnFile !== null && (
        <div>
          <TextButton alone onClick={() => replaceFocused(group, takeAddressOnFile)}>
            {texts.useAddressOnFile}
          </TextButton>
        </div>
      )}
    </>
  )
}
