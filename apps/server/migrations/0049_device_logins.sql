-- A program that waits until a signed-in person connects it. Of its two codes only hashes are stored, and the API key is
-- derived from the code that only the program has, so no row contains it. Rows belong to no organization until a person
-- approves them, and live for ten minutes, so they have no foreign keys.
create table device_logins (
  device_hash bytea primary key,
  user_code_hash bytea not null constraint device_logins_user_code_key unique,
  program text not null,
  machine text not null,
  -- who asked
  address text not null,
  status text not null default 'pending' constraint device_logins_status_check
    check (status in ('pending', 'approved', 'denied', 'issued')),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  polled_at timestamptz(3),
  interval_seconds integer not null,
  -- the approval
  org_id text collate "C",
  user_id text collate "C",
  session_id text collate "C",
  approved_from text,
  scopes text[],
  key_expires_at timestamptz(3),
  -- the key that was made
  key_salt bytea,
  key_id text collate "C",
  issued_at timestamptz(3),
  constraint device_logins_approved_check check (
    status in ('pending', 'denied') or (org_id is not null and user_id is not null and session_id is not null and scopes is not null)),
  constraint device_logins_issued_check check (
    status <> 'issued' or (key_salt is not null and key_id is not null and issued_at is not null))
);
create index device_logins_expiry_idx on device_logins (expires_at);
create index device_logins_member_idx on device_logins (org_id, user_id) where org_id is not null;
