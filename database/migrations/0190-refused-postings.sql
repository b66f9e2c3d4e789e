-- What the account system refuses to post is a difference from that moment on, kind `refused`, with
-- its answer: operation, status, code and field, and no value.
alter table myaccount_core.payment_difference add column detail text not null default '';
