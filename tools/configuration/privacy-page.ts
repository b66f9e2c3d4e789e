import { dataMap } from "#services/privacy/data-map/data-map.ts"
import {
  bases,
  columnKinds,
  type PersonTable,
  type TableData,
} from "#services/privacy/data-map/table-data.ts"

const intro = `# Privacy

<!-- \`npm run generate\` writes this page from services/privacy/data-map/ and tools/configuration/privacy-page.ts. -->

This page lists the data about people that the software stores, why, and for how long, and how to answer a request for data or for
erasure (GDPR Articles 15, 17 and 20; CCPA 1798.110 and 1798.105). It is not legal advice: the insurer decides what its law demands.

\`\`\`
npm run my-account -- person export harbor HM2041187 --to answer
npm run my-account -- person erase harbor HM2041187                       prints what would be erased and kept
npm run my-account -- person erase harbor HM2041187 --confirm HM2041187   erases
npm run my-account -- person erasures --to erasures.jsonl
npm run my-account -- person erase --again erasures.jsonl                 after a restore
npm run my-account -- person lift harbor HM2041187
\`\`\`

Name a person by client and account number, or by userid if no account has that number. The preview of an erasure shows the name. The
same numbers at another client belong to another person, whom the commands do not touch. They do not check who asks: make sure that the
request comes from the person.

## Export
\`person.json\` contains:

| Field | Content |
|---|---|
| \`tables\` | the rows of each table, with their purpose and period |
| \`auditLog\` | entries in clear text |
| \`documents\` | their files are in the folder |
| \`accountSystem\` | answers of an account system outside our database, else null |
| \`format\`, \`version\` | \`my-account-person\`; the version changes when a field is renamed or removed |
| \`about\` | how to read the file, for the person |

Amounts in a column of their own are dollars, periods are days, times are in UTC. Secrets (hashes, tokens, the gateway's references,
keys that repeat a request, pseudonyms of the audit log) are left out, also where a text or an entry of the log repeats them. Staff
appear as "staff member 1", without IP address, and so does the operator. Emails are not in it: their content is deleted when they are
sent. Only its owner can read the new folder; without \`--to\` it is in \`DATA_DIR/exports\`. Delete it after you have sent it. The export
is an entry in the audit log that the person can read.

Before you send it:

- Read the **reasons that staff wrote** for credits, write-offs and refunds (\`reason\`, \`note\`, and the log). Names in them are not
  replaced. Leave out what your law allows. The screens warn staff that customers may read them.
- Look for **other people**: other insured people of a product (\`policy_admin.additional_insured\`), and people whom a document names
  (GDPR Article 15(4)). They have no account; their data are exported and erased with the account of the product's owner, and you
  answer their requests from that export.
- Add a **letter**: the recipients of the data, the person's rights, and where you got the data (Article 15(1)).

## Erasure
One transaction deletes or minimizes the rows as the data map states, deletes the person's keys of the audit log and waiting emails,
ends the sessions, and adds an entry that names only pseudonyms. You can repeat the command at any time, also after an interruption. It
refuses while a payment, refund, credit, change or event is under way, while a bank has a payment in dispute, while a product is on auto
pay, and while a bill is owed. End auto pay, settle or write off, and repeat.

| Data | What happens |
|---|---|
| documents | deleted from the document store; if it is away, a job repeats that every ten minutes |
| payment methods | the gateway forgets them; a job asks until it has answered. \`payment_method_request\` keeps the gateway's reference until then |
| audit log | stays whole. No one can read what was sealed for the person; \`audit\` accepts the missing key because an entry of the log records it. Entries of format 1, written before format 2 existed, hold readable data and cannot be erased |
| books: payments, refunds, authorizations, bills | stay under account and plan number, because the law demands them. Texts that staff wrote are emptied. An authorization keeps its text with the person's full name and username, and userid, account number and IP address, as proof. Mention this in your answer |
| account system | rows of the embedded one are erased. Erase the person in an account system over HTTP yourself. Its cached answers are deleted, and return only if the person or staff open the account again |
| server logs | name no person |

**Keys and roles.** The person's keys are deleted under the pseudonyms of \`AUDIT_KEY\` and of every key in \`OTHER_AUDIT_KEYS\`: keep all
of them there, because the command cannot find what was written under a missing key. The serving role must not delete keys of the audit
log and erases nothing alone. Where servers run without \`MIGRATE_DATABASE_URL\`, set it for \`erase\`: the command then works as the owner
of the tables.

**Imports and loads** leave out records of an erased person and report them, until \`lift\`. A bill or document without its product is
then a bad row.

**After \`lift\`**, the books still have the payments. Bring the person back with \`--as-of\`, the moment until which the files count
payments: later payments then settle the bills of the files. Without it, a product with payments in the books comes back without bills,
and the command reports that, because the files may ask for paid money; repeat it with \`--as-of\` to get the bills. A user comes back
with the password of the files.

**Backups** still contain the person. After every erasure, write the list of erasures to a file beside the checkpoints of the audit log,
away from the database. After a restore, repeat it with \`erase --again\` between \`restore --release\` and the start of the servers. The
list has pseudonyms, which only the installation's keys can match with account numbers.

## Retention
[Settings](configuration.md#retention) limit data that the books do not need; a job deletes them every hour. The books and the audit log
have no period: a chain of hashes cannot lose entries in the middle, and a deleted payment would change balances.

## Data map
A test compares every table and column of \`services/privacy/data-map/\` with the database. The list names the columns of the kinds in
bold:`

const effects: Record<PersonTable["erasure"]["does"], string> = {
  delete: "deleted",
  empty: "minimized",
  keep: "kept",
  "drop the key": "unreadable without the person's key",
}

/** The page about personal data. */
export function privacyPage(): string {
  const kinds = Object.entries(columnKinds).map(([kind, meaning]) =>
    unnamed.includes(kind) ? `- ${kind}: ${meaning}` : `- **${kind}**: ${meaning}`,
  )
  const purposes = Object.entries(bases).map(([basis, why]) => `- **${basis}**: ${why}`)
  const sections = Object.entries(dataMap).flatMap(([heading, tables]) =>
    sectionOf(heading, tables),
  )
  const parts = [
    intro,
    kinds.join("\n"),
    "Reasons of a table about customers:",
    purposes.join("\n"),
    ...sections,
    otherTables(),
  ]
  return `${parts.join("\n\n")}\n`
}

const isOfPeople = ({ about }: TableData): boolean => about !== "no person"

function sectionOf(heading: string, tables: readonly TableData[]): string[] {
  const rows = tables.filter(isOfPeople).map((table) => {
    const { name, about, what, kept } = table
    const isPerson = table.about === "customers"
    const cells = [
      `\`${name}\``,
      what,
      isPerson ? table.basis : about,
      columnsOf(table),
      kept,
      isPerson ? erasureOf(table) : "",
    ]
    return `| ${cells.join(" | ")} |`
  })
  if (rows.length === 0) return []
  const head = [
    "| Table | Data | Reason, or about | Columns | Kept | Erasure |",
    "|---|---|---|---|---|---|",
  ]
  return [[`### ${heading}`, ...head, ...rows].join("\n")]
}

/** The tables without personal data. */
function otherTables(): string {
  const rows = Object.values(dataMap)
    .flat()
    .filter((table) => !isOfPeople(table))
    .map(({ name, what, kept }) => `| \`${name}\` | ${what} | ${kept} |`)
  return [
    "### Without readable data about people",
    "| Table | Data | Kept |",
    "|---|---|---|",
    ...rows,
  ].join("\n")
}

/** Kinds of columns that an export leaves out, replaces, or needs only to join rows. */
const unnamed = ["reference", "state", "staff", "secret"]

function columnsOf({ columns }: TableData): string {
  const kinds = Object.entries(columns).map(([kind, names]) => {
    const listed = names.trim().split(/[\s,]+/)
    return unnamed.includes(kind) ? kind : `**${kind}** \`${listed.join(" ")}\``
  })
  return kinds.join("; ")
}

function erasureOf({ erasure }: PersonTable): string {
  const columns = erasure.does === "empty" ? ` (${erasure.columns.join(", ")})` : ""
  const why = "why" in erasure ? `: ${erasure.why}` : ""
  return `${effects[erasure.does]}${columns}${why}`
}
