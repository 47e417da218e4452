-- A grant is the key of a program that a person connected. Its own hash belongs to no text; its tokens are below.
alter table api_keys drop constraint api_keys_kind_check;
alter table api_keys add constraint api_keys_kind_check check (kind in ('api', 'session', 'grant')) not valid;
create index api_keys_counted_idx on api_keys (org_id, user_id) where kind <> 'session' and revoked_at is null;

-- Programs that registered themselves (RFC 7591). They belong to no organization.
create table oauth_clients (
  id text collate "C" primary key,
  name text not null,
  redirect_uris text[] not null,
  created_at timestamptz(3) not null,
  -- when a person last connected it, or it last refreshed its tokens
  used_at timestamptz(3)
);
create index oauth_clients_unused_idx on oauth_clients (created_at) where used_at is null;

-- What people permitted programs to do. A row begins with a code; once that is exchanged, it has tokens, and a key with
-- the same id.
create table oauth_grants (
  org_id text collate "C" not null constraint oauth_grants_organization_fkey references organizations (id),
  id text collate "C" not null,
  user_id text collate "C" not null,
  -- the session in which it was permitted
  session_id text collate "C" not null,
  client_id text not null,
  client_name text not null,
  redirect_uri text not null,
  scopes text[] not null,
  -- null: until somebody ends it
  ends_at timestamptz(3),
  code_hash bytea not null,
  code_challenge text not null,
  code_expires_at timestamptz(3) not null,
  exchanged_at timestamptz(3),
  -- from here null until the exchange. The seed derives each pair of tokens from the refresh token before it.
  seed bytea,
  -- SHA-256 of the part that all its refresh tokens share
  family_hash bytea,
  refresh_hash bytea,
  former_refresh_hash bytea,
  refreshed_at timestamptz(3),
  access_hash bytea,
  access_expires_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (org_id, id),
  constraint oauth_grants_member_fkey foreign key (org_id, user_id) references members (org_id, user_id)
);
-- The three look-ups that do not know their organization yet.
create index oauth_grants_code_idx on oauth_grants (code_hash);
create index oauth_grants_family_idx on oauth_grants (family_hash) where family_hash is not null;
create index oauth_grants_access_idx on oauth_grants (access_hash) where access_hash is not null;
create index oauth_grants_member_idx on oauth_grants (org_id, user_id);
