-- A session transfer that the person has to confirm first. The link then belongs to the browser
-- that was asked.
alter table appauth.handoff
  -- Hash of the secret in that browser's cookie; null until it was asked.
  add column browser_hash bytea,
  -- The session that the page named as the one to be replaced; null where it named none.
  add column replaces_session_id uuid;
