import { openAudit } from "#server/adapters/audit.ts"
import { UsageError } from "#server/config/command-line.ts"
import { type MovePlan, moveAccount, planMove } from "#services/privacy/move/move-account.ts"
import type { DatabaseCommand, Typed } from "../command.ts"
import { checkClient, withAccountSystem } from "../ledger/brands-of.ts"

/** Gives an account, or one product of it, the account number that the account system uses now. */
export const moveAccountCommand: DatabaseCommand = {
  usage: `move-account CLIENT FROM TO [--asked-by NAME] [--policy NUMBER] [--merge]
    [--plan CODE --approved-by NAME]`,
  summary: "Gives what is stored about an account to the number that it has now.",
  help: `  --asked-by NAME     the operator who plans it
  --policy NUMBER     moves one product of the person, such as after a split
  --merge             TO has a login of its own, which stays; that of FROM ends
  --plan CODE         does what was planned, with the code of the plan
  --approved-by NAME  a second operator, who has read the plan
Without --plan it only reads: it lists what would move and prints the code. Payments, authorizations,
announced charges, credits and saved methods go to TO. The login of FROM ends: its password opens nothing
under another number. Its owner reads at the login how to go on. Both names are in the audit log. It
refuses accounts of different people, and while a payment or change is under way. It may be repeated.`,
  options: {
    "asked-by": { type: "string" },
    "approved-by": { type: "string" },
    policy: { type: "string" },
    plan: { type: "string" },
    merge: { type: "boolean" },
  },
  words: [3, 3],
  async work({ words: [client = "", from = "", to = ""], values }, place) {
    await checkClient(place, client)
    const askedBy = nameOf(values, "asked-by")
    const { plan: code } = values
    if ((code === undefined) !== (values["approved-by"] === undefined)) {
      throw new UsageError("Name --plan and --approved-by together.")
    }
    const policyNumber = typeof values.policy === "string" ? values.policy : null
    const asked = { client, from, to, policyNumber, isMerge: values.merge === true, askedBy }
    return await withAccountSystem(place, async (policyAdmin) => {
      const { database, clock, config } = place
      const deps = { database, clock, policyAdmin, audit: openAudit(config, clock) }
      const approval =
        typeof code === "string" ? { code, approvedBy: nameOf(values, "approved-by") } : undefined
      const plan = approval ? await moveAccount(deps, asked, approval) : await planMove(deps, asked)
      const json = { ...asked, ...plan, isDone: approval !== undefined }
      const isMissing = plan.code === "" && !approval
      const text = textOf(plan, { from, to, isDone: approval !== undefined })
      return { text, json, code: isMissing ? 1 : 0 }
    })
  },
}

function nameOf(values: Typed["values"], option: string): string {
  const name = values[option]
  if (typeof name !== "string" || name.trim() === "") {
    throw new UsageError(`Name an operator with --${option}.`)
  }
  return name.trim()
}

function textOf(
  { effects, methodRecordId, keptMethodRecordId, endsLogin, code }: MovePlan,
  { from, to, isDone }: { from: string; to: string; isDone: boolean },
): string {
  if (code === "") {
    const nothing = `Nothing is stored under ${from}, or all of it was moved before.`
    return isDone
      ? nothing
      : `${nothing} Account numbers are compared exactly, with their capitals.`
  }
  return [
    isDone ? `Moved from ${from} to ${to}:` : `Would move from ${from} to ${to}:`,
    ...effects.map(({ table: { name, what, move }, rows }) => {
      return `  ${rows} rows of ${name}: ${what}${move === "ends" ? " (deleted)" : ""}`
    }),
    ...(methodRecordId === null ? [] : [`  the saved method ${methodRecordId}`]),
    ...(keptMethodRecordId === null
      ? []
      : [`The method ${keptMethodRecordId} pays other products too and stays with ${from}.`]),
    ...(endsLogin === null ? [] : [`The login ${endsLogin} ends.`]),
    ...(isDone ? [] : [`A second operator does it with --plan ${code} --approved-by NAME`]),
  ].join("\n")
}
