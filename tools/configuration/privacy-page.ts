import { dataMap } from "#services/privacy/data-map/data-map.ts"
import {
  afterEnd,
  bases,
  columnKinds,
  type TableData,
} from "#services/privacy/data-map/table-data.ts"

const intro = `# Privacy

<!-- \`npm run generate\` writes this page from services/privacy/data-map/ and tools/configuration/privacy-page.ts. -->

How to answer a request for data or for erasure (GDPR Articles 15, 17 and 20; CCPA 1798.110 and 1798.105), and the data about people that
the software stores. This is not legal advice.

\`\`\`
npm run my-account -- person export harbor HM2041187 --to answer
npm run my-account -- person erase harbor HM2041187                       prints what would be erased and kept
npm run my-account -- person erase harbor HM2041187 --confirm HM2041187   erases
npm run my-account -- person erasures --to erasures.jsonl
npm run my-account -- person erase --again erasures.jsonl                 after a restore
npm run my-account -- person lift harbor HM2041187
\`\`\`

Name a person by client and account number, or by userid if no account has that number. The preview of an erasure shows the name. The
same number at another client is another person. The commands do not check who asks: make sure that the request comes from the person.

## Export
\`person.json\` contains:

| Field | Content |
|---|---|
| \`tables\` | rows of each table, with purpose and period |
| \`auditLog\` | entries in clear text |
| \`documents\` | names of the files in the folder |
| \`accountSystem\` | answers of an account system over HTTP, else null |
| \`format\`, \`version\` | \`my-account-person\`; a renamed or removed field changes the version |
| \`about\` | how to read the file, for the person |

Amounts in a column of their own are dollars, periods are days, times are in UTC. Secrets (see the data map) are left out, also within
texts. Staff and the operator appear as "staff member 1", without IP address. Emails are absent: sending deletes their content. Only its
owner can read the new folder; without \`--to\` it is in \`DATA_DIR/exports\`. The person's audit log shows the export.

1. Read the **reasons that staff wrote** for credits, write-offs and refunds (\`reason\`, \`note\`, and the log), which may name people. Leave
   out what your law allows.
2. Look for **other people**: other insured people of a product (\`policy_admin.additional_insured\`), and people whom a document names
   (GDPR Article 15(4)). Their data are exported and erased with the product owner's.
3. Add a **letter**: the recipients of the data, the person's rights, and where you got the data (Article 15(1)).
4. Send it, and delete the folder.

## Erasure
One transaction deletes or empties rows as the data map states, deletes the person's keys of the audit log and waiting emails, ends the
sessions, and adds an entry that names only pseudonyms. You can repeat it, also after an interruption. It refuses while a payment,
refund, credit, change or event is under way, a bank has a payment in dispute, a product is on auto pay, or a bill is owed. End auto
pay, settle or write off, and repeat.

| Data | What happens |
|---|---|
| documents | deleted from the document store; if it is away, a job retries every ten minutes |
| payment methods | the gateway forgets them; until it has answered, \`payment_method_request\` has its reference and a job asks again |
| audit log | stays whole, but unreadable where sealed for the person; \`audit\` accepts the missing key because an entry records it. Entries of format 1 hold readable data and cannot be erased |
| books: payments, refunds, authorizations, bills | stay under account and plan number: tax and accounting law, refunds and disputes need them. Texts that staff wrote are emptied. Announced charges (Regulation E) and authorizations (card and bank rules, for years after their end) stay as proof; authorizations have the person's full name, username, userid, account number and IP address. Mention this in your answer |
| account system | rows of the embedded one are erased. Erase the person in an account system over HTTP yourself; its cached answers are deleted, and return only if the person or staff open the account again |
| server logs | name no person |

**Keys and roles.** Keep all earlier audit keys in \`OTHER_AUDIT_KEYS\`: the command cannot find what was written under a missing one.
Where servers run without \`MIGRATE_DATABASE_URL\`, set it for \`erase\`: the serving role may not delete keys of the audit log.

**Imports and loads** leave out and report records of an erased person, until \`lift\`. A bill or document without its product is then
a bad row.

**After \`lift\`**, import the person with \`--as-of\`, the moment until which the files count payments: later payments in the books then
settle the bills of the files. Without it, a product with payments comes back without bills, which might ask for paid money; the command
reports it, and a repetition with \`--as-of\` adds them. A user comes back with the password of the files.

**Backups** still contain the person. After every erasure, write \`person erasures\` to a file beside the checkpoints of the audit log, away
from the database. After a restore, run \`erase --again\` between \`restore --release\` and the start of the servers. The list has
pseudonyms, which only the installation's keys can match with account numbers.

## Retention
An hourly job deletes what the [settings](configuration.md#retention) limit. The books and the audit log have no period: a chain of hashes
cannot lose entries in the middle, and a deleted payment would change balances.

## Data map
An erasure keeps rows with the reason *law* and deletes a customer's others, except as stated. \`KEEP_ENDED_DAYS\` counts from the end of
what a row holds. All tables have ids, states and times; \`services/privacy/data-map/\` names the columns of these kinds:`

/** The page about personal data. */
export function privacyPage(): string {
  const kinds = Object.entries(columnKinds)
    .filter(([kind]) => !everywhere.includes(kind))
    .map(([kind, meaning]) => `- ${kind}: ${meaning}`)
  const purposes = Object.entries(bases).map(([basis, why]) => `- ${basis}: ${why}`)
  const parts = [
    intro,
    kinds.join("\n"),
    "Reasons:",
    purposes.join("\n"),
    ...Object.entries(dataMap).flatMap(([heading, tables]) => sectionOf(heading, tables)),
    staffTables(),
    otherTables(),
  ]
  return `${parts.join("\n\n")}\n`
}

function sectionOf(heading: string, tables: readonly TableData[]): string[] {
  const rows = tables
    .filter((table) => table.about === "customers")
    .map((table) => [named(table), table.what, table.basis, kindsOf(table), periodOf(table)])
  if (rows.length === 0) return []
  return [tableOf(heading, ["Table", "Data", "Reason", "Kinds", "Kept"], rows)]
}

const everyTable = Object.values(dataMap).flat()

function staffTables(): string {
  const rows = everyTable
    .filter(({ about }) => about === "staff")
    .map((table) => [named(table), table.what, kindsOf(table), periodOf(table)])
  return tableOf("Staff and operators", ["Table", "Data", "Kinds", "Kept"], rows)
}

/** The tables without personal data. */
function otherTables(): string {
  const tables = everyTable.filter(({ about }) => about === "no person")
  const items = Object.entries(Object.groupBy(tables, ({ kept }) => kept)).map(
    ([kept, group = []]) =>
      `- **${kept}**: ${group.map((table) => `${named(table)}: ${table.what}`).join("; ")}`,
  )
  return ["### Without readable data about people", "Tables by the time that they are kept:", ""]
    .concat(items)
    .join("\n")
}

function tableOf(heading: string, head: string[], rows: string[][]): string {
  const line = (cells: string[]): string => `| ${cells.join(" | ")} |`
  const rule = `|${"---|".repeat(head.length)}`
  return [`### ${heading}`, line(head), rule, ...rows.map(line)].join("\n")
}

const named = ({ name }: TableData): string => `\`${name}\``

/** Kinds that nearly every table has. */
const everywhere = ["reference", "state"]

function kindsOf({ columns }: TableData): string {
  return Object.keys(columns)
    .filter((kind) => !everywhere.includes(kind))
    .join(", ")
}

/** How long rows stay, with what an erasure does if the reason does not decide it. */
function periodOf(table: TableData): string {
  const kept = table.kept === afterEnd ? "`KEEP_ENDED_DAYS`" : table.kept
  if (table.about !== "customers") return kept
  const { basis, erasure } = table
  if (erasure.does === "drop the key") return `${kept}; unreadable after an erasure`
  if (erasure.does === "empty") return `${kept}; an erasure empties ${erasure.columns.join(", ")}`
  const isUsual = (erasure.does === "keep") === (basis === "law")
  return isUsual ? kept : `${kept}, also after an erasure`
}
