-- wider: earlier servers post a release like a reversal of something that they do not know, which changes nothing
-- A release: the payment no longer counts for bills that the account system calls open.
alter table myaccount_core.correction drop constraint correction_reversed_kind_check;
alter table myaccount_core.correction add constraint correction_reversed_kind_check check
  (reversed_kind in ('credit', 'writeOff', 'refund', 'payment')) not valid;
