-- A credit or a write-off can be taken back once, by a further entry that names it.
alter table policy_admin.entry drop constraint entry_kind_check;
alter table policy_admin.entry add constraint entry_kind_check check (kind in
  ('opening', 'payment', 'credit', 'writeOff', 'return', 'refund', 'correctionReversal',
    'application'));
-- payment_id: of a correctionReversal, the credit, write-off or refund that it takes back.
alter table policy_admin.reversal drop constraint reversal_kind_check;
alter table policy_admin.reversal add constraint reversal_kind_check check
  (kind in ('return', 'refund', 'refundFailure', 'correctionReversal'));

alter table myaccount_core.correction
  -- The credit, write-off or refund that a reversal takes back, and which of them it is.
  add column reverses uuid,
  add column reversed_kind text check (reversed_kind in ('credit', 'writeOff', 'refund'));
alter table myaccount_core.correction drop constraint correction_kind_check;
alter table myaccount_core.correction add constraint correction_kind_check check
  (kind in ('credit', 'writeOff', 'reversal'));
alter table myaccount_core.correction add constraint correction_reverses_check check
  ((kind = 'reversal') = (reverses is not null and reversed_kind is not null));
create unique index correction_reversed_once on myaccount_core.correction (client, reverses)
  where status in ('approved', 'posted');
