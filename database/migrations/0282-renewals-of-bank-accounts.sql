-- A new authorization of a saved account is requested like a change.
-- wider: earlier servers write no renewal, and leave those that they claim to later servers
alter table myaccount_core.payment_method_request drop constraint payment_method_request_kind_check;
alter table myaccount_core.payment_method_request add constraint payment_method_request_kind_check check
  (kind in ('add', 'change', 'delete', 'renew')) not valid;

-- A method has at most one open renewal, so that a repetition uses its key.
-- wider: earlier servers write no renewal
-- brief: the table only has the requests of the last days
create unique index payment_method_renewing
  on myaccount_core.payment_method_request (client, record_id) where kind = 'renew' and status = 'open';
