-- A refund that failed is undone in the account system.

alter table policy_admin.reversal
  drop constraint reversal_kind_check,
  add constraint reversal_kind_check check (kind in ('return', 'refund', 'refundFailure'));
