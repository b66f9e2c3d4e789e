import {
  addressLineMaxLength,
  cityMaxLength,
  filteredZip,
} from "#contracts/payments/payment-method-rules.ts"
import { StateField } from "#web/forms/state-field.tsx"
import { Checkbox } from "#web/ui/form/checkbox.tsx"
import * as texts from "../texts.ts"
import { MethodField } from "./method-field.tsx"
import styles from "./method-form.module.css"
import type { MethodForm } from "./use-method-form.ts"

/** The billing address of the card or account. */
export function AddressFields({ methodForm }: { methodForm: MethodForm }) {
  const { draft, errors, isAddressOnFile, change, takeAddress } = methodForm
  const line = { methodForm, maxLength: addressLineMaxLength }
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{texts.billingAddress}</legend>
      {isAddressOnFile !== null && (
        <Checkbox
          label={texts.sameAddress}
          checked={isAddressOnFile}
          onChange={(event) => takeAddress(event.target.checked)}
        />
      )}
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
    </fieldset>
  )
}
