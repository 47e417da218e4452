alter table organizations
  -- takes from the role member what it may do otherwise
  add column members_may_make_keys boolean not null default true,
  -- when the last export that was sent to its end began
  add column exported_at timestamptz(3),
  -- from then on it is removed; until then it can be read, and nothing of it changed
  add column deletes_at timestamptz(3),
  -- some of its rows may be gone already: no way back
  add column purge_started_at timestamptz(3),
  add constraint organizations_purge_check check (purge_started_at is null or deletes_at is not null);

-- What is kept of a key's look-up holds these.
create function notify_organization_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('api_keys', old.id);
  return null;
end $$;
create trigger organizations_changed
  after delete or update of members_may_make_keys, deletes_at, purge_started_at on organizations
  for each row execute function notify_organization_changed();
