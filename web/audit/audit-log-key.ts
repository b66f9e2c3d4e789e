/** The query key of the list. Changes on the same page invalidate it, because they add entries. */
export const auditLogKey = ["accountAuditLog"]
