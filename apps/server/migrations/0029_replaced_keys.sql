-- When a rotation gave the key a successor: until it expires it does not count among its member's active keys.
alter table api_keys add column replaced_at timestamptz(3);

create index api_keys_active_idx on api_keys (org_id, user_id) where kind = 'api' and revoked_at is null;
