import { accountData } from "./account-data.ts"
import { gatewayData } from "./gateway-data.ts"
import { identityData } from "./identity-data.ts"
import { installationData } from "./installation-data.ts"
import { paymentData } from "./payment-data.ts"
import { profileData } from "./profile-data.ts"
import { staffData } from "./staff-data.ts"
import type { ColumnKind, PersonTable, TableData } from "./table-data.ts"

/**
 * Every table of the database by subject; a test compares the map with the schema. Rows that refer
 * to others come before them, so that an erasure can delete in this order.
 */
export const dataMap: Readonly<Record<string, readonly TableData[]>> = {
  "Sign-in and sessions": identityData,
  "Contact data, events, emails and the audit log": profileData,
  Payments: [...paymentData, ...gatewayData],
  "The embedded account system": accountData,
  "Staff of the support site": staffData,
  "Brands and the installation": installationData,
}

/** The tables with data about customers. */
export const personTables: readonly PersonTable[] = Object.values(dataMap)
  .flat()
  .filter((table) => table.about === "customers")

/** The kind of each column of a table. */
export function kindsOf({ columns }: Pick<TableData, "columns">): Map<string, ColumnKind> {
  return new Map(
    Object.entries(columns).flatMap(([kind, names]) =>
      names.split(/[\s,]+/).map((name) => [name, kind as ColumnKind] as const),
    ),
  )
}
