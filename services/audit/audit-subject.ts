import type { Deps } from "../deps.ts"
import { createAccountAuditLog } from "./account/account-audit-log.ts"
import { auditEndsJob } from "./audit-ends-job.ts"
import { createRefusedCalls } from "./refused-calls.ts"

/**
 * What the subject does beside writing the audit log: `createAudit` of audit.ts writes it, and
 * `createAuditLog` of audit-log.ts reads it.
 */
export function createAuditSubject(deps: Deps) {
  return {
    handlers: createAccountAuditLog(deps).handlers,
    jobs: [auditEndsJob(deps)],
    auditRefusedCall: createRefusedCalls(deps),
  }
}
