import { dataMap } from "#services/privacy/data-map/data-map.ts"
import {
  bases,
  columnKinds,
  type PersonTable,
  type TableData,
} from "#services/privacy/data-map/table-data.ts"

const intro = `# Privacy

<!-- \`npm run configuration\` writes this page from services/privacy/data-map/ and tools/configuration/privacy-page.ts. -->

This page says which data about people the software stores, why, and for how long, and how to answer a person who asks for
their data or for their erasure (GDPR Articles 15, 17 and 20; CCPA 1798.110 and 1798.105). It describes software, and is no
legal advice: the insurer decides what its law demands.

\`\`\`
npm run person -- export harbor HM2041187 --to answer
npm run person -- erase harbor HM2041187                       prints what would be erased and kept
npm run person -- erase harbor HM2041187 --confirm HM2041187   erases
npm run person -- erasures --to erasures.jsonl
npm run person -- erase --again erasures.jsonl                 after a restore
npm run person -- lift harbor HM2041187
\`\`\`

A person is named by client and account number, or by the userid if no account has that number. The preview of an erasure
shows the name. The same numbers at another client are another person, who is not
touched. Make sure that the request comes from the person: the commands do not ask.

## Export
\`person.json\` has everything about the person: \`tables\` (the rows of each table, with what it is for, and how long it is kept),
\`auditLog\` (entries in clear text), \`documents\` (their files are in the folder), and \`accountSystem\` (answers of an account system
outside of our database, else null). \`format\` is \`my-account-person\`; \`version\` changes when a field is renamed or removed.
\`about\` tells the person how to read the file. Amounts in a column of their own are dollars, periods are days, times are in UTC.
Secrets (hashes, tokens, the gateway's references, keys that repeat a request, pseudonyms of the audit log) are left out, also
where a text or an entry of the log repeats them. Staff appear as "staff member 1", without IP address; so does the operator.
Without \`--to\`, the folder is in \`DATA_DIR/exports\`. Delete it after you have sent it.

Read the export before you send it:

- **Reasons that staff wrote** for credits, write-offs and refunds are in it (\`reason\`, \`note\`, and the log). The screens tell
  staff so. A name within a reason is not replaced. Leave out what your law allows you to leave out.
- **Other people** are in it: other insured people of a product (\`policy_admin.additional_insured\`), and people whom a document names
  (GDPR Article 15(4)). They have no account here: their data are exported and erased with the account of the product's owner,
  and their own requests are for you to answer from that export.
- **A letter** goes with it from you: the recipients of the data, the person's rights, and where you got the data (Article 15(1)).

Emails are not in it: their content goes when they are sent, and the rest names no one.
The folder is new and readable by its owner alone. The export is an entry in the audit log that the person can read.

## Erasure
One transaction deletes or minimizes the rows as the data map says, deletes the person's keys of the audit log, and adds an
entry that names pseudonyms alone. Sessions end with it. Emails to the person that wait are deleted. Then:

- **Documents** are deleted from the document store. If it is away, a job repeats that every ten minutes.
- **Payment methods** are forgotten by the gateway; a job asks until it has answered. \`payment_method_request\` keeps the
  gateway's reference until then.
- **The audit log** stays whole. What was sealed for the person cannot be read by anyone, and \`npm run audit\` accepts the missing
  key because an entry of the log says so. Entries of format 1, written before format 2 existed, hold readable data and cannot be erased.
- **The books stay**: payments, refunds, authorizations and bills, under account and plan number, because the law demands them.
  Texts that staff wrote are emptied. An authorization keeps its text with the person's full name and username, and userid,
  account number and IP address, as proof. Say so in your answer to the person.

It is refused while a payment, refund, credit, change or event is under way, while a bank has a payment in dispute, while a product is
on auto pay, and while a bill is owed: the claim would have no debtor. End auto pay, settle or write off, and repeat.
The command can be repeated at any time, also after it was interrupted.

**The account system.** Rows of the embedded one are erased. An account system over HTTP is not ours: erase the person there
too. What we kept of its answers is deleted, and comes back only if the person or staff open the account again.

**Imports and loads** leave records of an erased person out and say so, until \`lift\`. A bill or document that is imported
without its product is then a bad row, because its product is unknown.

**Back after \`lift\`.** The books have kept the payments. Bring the person back with \`--as-of\`, the moment until which the files
count payments: later payments then settle the bills of the files. Without \`--as-of\`, a product with payments in the books
comes back without bills, and the load or import says so, because the files may ask for money that was paid. Repeat it with
\`--as-of\` to get the bills. A user in the files comes back with the password of the files.

**Backups** still have the person. Write the list of erasures to a file beside the checkpoints of the audit log, away from
the database, after every erasure. After a restore, repeat it with \`erase --again\` between \`npm run restore -- --release\` and
the start of the servers. The list has pseudonyms, which only the installation's keys can compare with account numbers.
Logs of the server name no person.

**The keys.** The person's keys of the audit log are deleted under the pseudonyms of \`AUDIT_KEY\` and of every key in
\`OTHER_AUDIT_KEYS\`. Keep all of them there: the command cannot find what was written under a key that is missing.

**The role.** The serving role must not delete keys of the audit log. Set \`MIGRATE_DATABASE_URL\` for \`erase\` where servers
run without it: the command then works as the owner of the tables. With the serving role alone it refuses and erases nothing.

## Retention
Settings ([configuration.md](configuration.md#retention)) say how long data are kept that the books do not need. A job deletes them
every hour. The books and the audit log have no period: a chain of hashes cannot lose entries in the middle, and a deleted
payment would change balances.

## Data map
A test compares this list with the database: every table and every column is in it. The columns are of these kinds:`

const effects: Record<PersonTable["erasure"]["does"], string> = {
  delete: "deleted",
  empty: "minimized",
  keep: "kept",
  "drop the key": "unreadable without the person's key",
}

/** The page about personal data. */
export function privacyPage(): string {
  const kinds = Object.entries(columnKinds).map(([kind, meaning]) => `- **${kind}**: ${meaning}`)
  const purposes = Object.entries(bases).map(([basis, why]) => `- **${basis}**: ${why}`)
  const sections = Object.entries(dataMap).map(([heading, tables]) => sectionOf(heading, tables))
  const parts = [
    intro,
    kinds.join("\n"),
    "The reason of a table about customers is one of these:",
    purposes.join("\n"),
    ...sections,
  ]
  return `${parts.join("\n\n")}\n`
}

function sectionOf(heading: string, tables: readonly TableData[]): string {
  const rows = tables.map((table) => {
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
  return [
    `### ${heading}`,
    "| Table | Data | Reason, or about | Columns | Kept | Erasure |",
    "|---|---|---|---|---|---|",
    ...rows,
  ].join("\n")
}

function columnsOf({ columns }: TableData): string {
  return Object.entries(columns)
    .map(
      ([kind, names]) =>
        `**${kind}** \`${names
          .trim()
          .split(/[\s,]+/)
          .join(" ")}\``,
    )
    .join("; ")
}

function erasureOf({ erasure }: PersonTable): string {
  const columns = erasure.does === "empty" ? ` (${erasure.columns.join(", ")})` : ""
  const why = "why" in erasure ? `: ${erasure.why}` : ""
  return `${effects[erasure.does]}${columns}${why}`
}
