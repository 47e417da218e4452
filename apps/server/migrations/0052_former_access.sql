-- The access token before the current one stays valid for its hour: requests with it may be under way, also in another
-- process of the program.
alter table oauth_grants
  add column former_access_hash bytea,
  add column former_access_expires_at timestamptz(3);
create index oauth_grants_former_access_idx on oauth_grants (former_access_hash) where former_access_hash is not null;
