-- Refunds and disputes are states of their own. The gateway's reference lets staff find a payment
-- there.
alter table myaccount_core.payment
  add column gateway_reference text not null default '',
  -- The sum of all refunds.
  add column refunded numeric(12, 2) not null default 0 check (refunded >= 0),
  drop constraint payment_status_check,
  drop constraint payment_check,
  add constraint payment_status_check check (status in
    ('submitted', 'unknown', 'accepted', 'pending', 'settled', 'returned', 'declined',
      'partlyRefunded', 'refunded', 'inquiry', 'disputed', 'disputeWon', 'disputeLost')),
  add constraint payment_check check ((confirmation_number is not null) =
    (status not in ('submitted', 'unknown', 'declined')));
