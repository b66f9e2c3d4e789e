-- Contact data can be changed by several at a time: the version names the state that a change was
-- made from. Beside it, why the account system takes no change of a part now; '' where it does.
alter table policy_admin.person
  add column contact_version uuid not null default gen_random_uuid(),
  add column address_edit_blocked text not null default '',
  add column phone_number_edit_blocked text not null default '',
  add column email_edit_blocked text not null default '',
  add column save_blocked text not null default '';
