import type { Deps } from "../deps.ts"
import { createAccountAuditLog } from "./account/account-audit-log.ts"
import { auditEndsJob } from "./audit-ends-job.ts"
import { createRefusedCalls } from "./refused-calls.ts"

/**
 * The parts of the subject other than the audit log itself, which `createAudit` in audit.ts writes
 * and `createAuditLog` in audit-log.ts reads.
 */
export function createAuditSubject(deps: Deps) {
  return {
    handlers: createAccountAuditLog(deps).handlers,
    jobs: [auditEndsJob(deps)],
    auditRefusedCall: createRefusedCalls(deps),
  }
}
