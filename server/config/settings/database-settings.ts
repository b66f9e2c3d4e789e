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
      "the same database with the role that owns the tables: it migrates and grants the serving role what it needs; see [Two roles](run/install.md#two-roles)",
  }),
  READ_DATABASE_URL: setting(postgres, {
    byDefault: "none",
    isSecret: true,
    meaning:
      "a streaming replica of the same database; see [A replica for reading](run/servers.md#a-replica-for-reading)",
  }),
  DATABASE_POOL: setting(wholeNumber(1, 1000, { unit: "connections", example: 10 }), {
    byDefault: "10",
    meaning: "connections of one process to PostgreSQL, plus one for `/readyz`",
  }),
  DATABASE_CONNECT_TIMEOUT: setting(wholeNumber(1, 1000, { unit: "seconds", example: 5 }), {
    byDefault: "5",
    meaning: "seconds to wait for a connection, new or pooled",
  }),
  DATABASE_STATEMENT_TIMEOUT: setting(wholeNumber(1, 1000, { unit: "seconds", example: 15 }), {
    byDefault: "15",
    meaning: "seconds that one statement of a call may take; migrations and loads are not limited",
  }),
  NAMED_STATEMENTS: setting(oneOf("on", "off"), {
    byDefault: "on",
    meaning:
      "`off`: the server keeps no prepared statements by name; see [Behind a pooler](run/servers.md#behind-a-pooler)",
  }),
}
