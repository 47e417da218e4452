-- When the person proved that the address is theirs.
alter table users add column email_verified_at timestamptz(3);

-- How a person proves who they are; of whom there is no row, nothing is set up yet.
create table credentials (
  user_id text collate "C" primary key constraint credentials_user_fkey references users (id),
  -- argon2id, as a PHC string
  password_hash text,
  password_changed_at timestamptz(3),
  -- the secret of the authenticator app, under SECRET_KEY; in force once confirmed
  totp_sealed bytea,
  totp_confirmed_at timestamptz(3),
  -- the step of the last code that was taken: none is taken twice
  totp_last_step bigint not null default 0,
  -- SHA-256 of the recovery codes that are left
  recovery_hashes bytea[] not null default '{}',
  check (totp_confirmed_at is null or totp_sealed is not null)
);

-- Who a person is at an OpenID provider.
create table identities (
  issuer text collate "C" not null,
  subject text collate "C" not null,
  user_id text collate "C" not null constraint identities_user_fkey references users (id),
  created_at timestamptz(3) not null default date_trunc('milliseconds', statement_timestamp()),
  primary key (issuer, subject)
);
create index identities_user_idx on identities (user_id);

create table one_time_links (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('set_up', 'password_reset')),
  user_id text collate "C" constraint one_time_links_user_fkey references users (id),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  check ((purpose = 'set_up') = (user_id is null))
);
create index one_time_links_user_idx on one_time_links (user_id);

-- Attempts to sign in that failed or are under way, by account and by address: `most` within `window_seconds` pass.
create table sign_in_throttles (
  key text collate "C" primary key,
  most integer not null,
  window_seconds integer not null,
  failed_at timestamptz(3)[] not null
);

create index api_keys_sessions_idx on api_keys (org_id, user_id) where kind = 'session' and revoked_at is null;
