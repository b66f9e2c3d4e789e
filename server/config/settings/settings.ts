import { connectionSettings } from "./connection-settings.ts"
import { databaseSettings } from "./database-settings.ts"
import { documentSettings } from "./document-settings.ts"
import { keySettings } from "./key-settings.ts"
import { mailSettings } from "./mail-settings.ts"
import { paymentSettings } from "./payment-settings.ts"
import { retentionSettings } from "./retention-settings.ts"
import { serverSettings } from "./server-settings.ts"
import type { Setting } from "./setting.ts"
import { staffSettings } from "./staff-settings.ts"

/** All settings, grouped by their heading in the documentation. */
export const settingGroups = {
  Server: serverSettings,
  Keys: keySettings,
  Database: databaseSettings,
  Staff: staffSettings,
  Email: mailSettings,
  Payments: paymentSettings,
  "Account system and events": connectionSettings,
  Documents: documentSettings,
  Retention: retentionSettings,
}

export const settings = {
  ...serverSettings,
  ...keySettings,
  ...databaseSettings,
  ...staffSettings,
  ...mailSettings,
  ...paymentSettings,
  ...connectionSettings,
  ...documentSettings,
  ...retentionSettings,
}

export type SettingName = keyof typeof settings

/** The values of all settings; undefined for a setting that is absent or empty. */
export type SettingValues = {
  [Name in SettingName]: (typeof settings)[Name] extends Setting<infer Value>
    ? Value | undefined
    : never
}
