-- One row a day: whose run it is, so that of many processes one does the day's work, and another
-- takes over from one that was killed.
create table myaccount_core.billing_run (
  day date primary key,
  -- Until when nobody else takes it over.
  claimed_until timestamptz not null,
  finished_at timestamptz
);

-- What auto pay has told people: each thing once.
create table myaccount_core.auto_pay_notice (
  client text not null,
  -- What it was about: a declined payment, a missed charge, a card that runs out.
  subject text not null,
  sent_at timestamptz not null,
  primary key (client, subject)
);

create index payment_auto_pay_declined on myaccount_core.payment (decided_at)
  where origin = 'autoPay' and status = 'declined';
