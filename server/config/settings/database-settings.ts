import { oneOf, urlOf, wholeNumber } from "./forms.ts"
import { setting } from "./setting.ts"

const postgres = urlOf(
  ["postgres:", "postgresql:"],
  "postgres://my_account:password@db.example.com/my_account?sslmode=verify-full",
)

export const databaseSettings = {
  DATABASE_URL: setting(postgres, {
    byDefault: "PGlite in `DATA_DIR`",
    isSecret: true,
    meaning: "`postgres://user:password@host/database`, PostgreSQL 15 or later",
  }),
  MIGRATE_DATABASE_URL: setting(postgres, {
    byDefault: "the role of `DATABASE_URL` does both; production warns",
    isSecret: true,
    meaning:
      "the same database with the [role that owns the tables](run/install.md#two-roles): it migrates, and grants rights to the serving role",
  }),
  READ_DATABASE_URL: setting(postgres, {
    byDefault: "none",
    isSecret: true,
    meaning: "a [streaming replica](run/servers.md#a-replica-for-reading)",
  }),
  DATABASE_POOL: setting(wholeNumber(1, 1000, { unit: "connections", example: 10 }), {
    byDefault: "10",
    meaning: "connections of a process, plus one for `/readyz`",
  }),
  DATABASE_CONNECT_TIMEOUT: setting(wholeNumber(1, 1000, { unit: "seconds", example: 5 }), {
    byDefault: "5",
    meaning: "seconds, for a new or pooled connection",
  }),
  DATABASE_STATEMENT_TIMEOUT: setting(wholeNumber(1, 1000, { unit: "seconds", example: 15 }), {
    byDefault: "15",
    meaning: "seconds for a statement of a call; migrations and loads have no limit",
  }),
  NAMED_STATEMENTS: setting(oneOf("on", "off"), {
    byDefault: "on",
    meaning:
      "`off`: no prepared statements by name, for a [pooler](run/servers.md#behind-a-pooler)",
  }),
}
