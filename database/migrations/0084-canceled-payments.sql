-- A payment that was given up without a decision of a card network or bank.
alter table myaccount_core.payment
  drop constraint payment_status_check,
  drop constraint payment_check;
update myaccount_core.payment set status = 'canceled'
  where status = 'declined' and reason in ('away', 'tooLate', 'alreadyPaid');
update myaccount_core.payment_event set status = 'canceled'
  where status = 'declined' and reason in ('away', 'tooLate', 'alreadyPaid');
alter table myaccount_core.payment
  add constraint payment_status_check check (status in
    ('submitted', 'unknown', 'accepted', 'pending', 'settled', 'returned', 'declined', 'canceled',
      'partlyRefunded', 'refunded', 'inquiry', 'disputed', 'disputeWon', 'disputeLost')),
  add constraint payment_check check ((confirmation_number is not null) =
    (status not in ('submitted', 'unknown', 'declined', 'canceled')));
drop index myaccount_core.payment_open;
create unique index payment_open on myaccount_core.payment (client, policy_number)
  where not is_late and (status in ('submitted', 'unknown')
    or (status not in ('declined', 'canceled') and applied_at is null));
