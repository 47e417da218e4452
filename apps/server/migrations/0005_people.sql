-- Who no longer works here is deactivated, never deleted: entries and history keep the name.
alter table members
  add column deactivated_at timestamptz(3),
  add column version integer not null default 1,
  add column updated_at timestamptz(3);
update members set updated_at = created_at;
alter table members
  alter column updated_at set default date_trunc('milliseconds', statement_timestamp()),
  alter column updated_at set not null;

alter table api_keys
  -- a session is a key whose only carrier is the cookie of a browser that signed in
  add column kind text not null default 'api' check (kind in ('api', 'session')),
  -- of a session: when its member last proved who they are
  add column authenticated_at timestamptz(3),
  add column last_used_address text,
  add column version integer not null default 1,
  add column updated_at timestamptz(3);
update api_keys set updated_at = created_at;
alter table api_keys
  alter column updated_at set default date_trunc('milliseconds', statement_timestamp()),
  alter column updated_at set not null,
  add check ((kind = 'session') = (authenticated_at is not null));

drop trigger api_keys_changed on api_keys;
create trigger api_keys_changed
  after delete or update of user_id, scopes, key_hash, expires_at, revoked_at, kind, authenticated_at on api_keys
  for each row execute function notify_keys_changed();
drop trigger members_changed on members;
create trigger members_changed after delete or update of role, deactivated_at on members
  for each row execute function notify_keys_changed();
