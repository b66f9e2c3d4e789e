import { type Chapter, deviates, holds, notApplicable } from "../requirement.ts"

/** V5 */
export const files: Chapter = {
  title: "File handling",
  rows: {
    "1.1": holds(
      2,
      "The kinds and sizes of files are documented",
      ["docs/security-design.md#files", "docs/run/systems.md#documents"],
      "Customers and staff upload nothing; operators load files",
    ),
    "2.1": holds(1, "Files are accepted only up to a size", [
      "services/brands/loading/asset-files.ts",
      "IMPORT-13",
    ]),
    "2.2": holds(1, "A file's content must fit its name", [
      "services/brands/loading/asset-files.ts",
      "IMPORT-13",
    ]),
    "2.3": notApplicable(2, "Compressed files are checked before unpacking", "None is unpacked."),
    "3.1": holds(
      1,
      "Loaded files never run on the server",
      ["server/page/brand-files.ts", "server/page/web.ts"],
      "Brand files come from the database as bytes",
    ),
    "3.2": holds(1, "No path is made of input", [
      "ports/document-store/place.ts",
      "ports/document-store/conformance.ts",
      "services/brands/loading/asset-files.ts",
    ]),
    "4.1": holds(
      2,
      "Names of downloads come from the server",
      ["DETAILS-03", "COMING-03", "web/products/documents/file-name.test.ts"],
      "A document travels inside of JSON; the page names the file",
    ),
    "4.2": holds(
      2,
      "Names of served files are encoded",
      ["services/brands/loading/asset-files.ts", "ports/mail/smtp.ts"],
      "Names have only letters, digits, dots, dashes and underscores; emails have no attachments",
    ),
    "4.3": deviates(
      2,
      "Files of untrusted sources are scanned for viruses",
      {
        why: "No scanner is part of the software. Files come from the operator's own systems, none from customers.",
        decidedBy: "we",
        instead:
          "only PDF documents of the account system are delivered, as bytes that nothing opens on the server; scan them where they are made, or in the bucket",
      },
      ["docs/security-design.md#files"],
    ),
  },
}
