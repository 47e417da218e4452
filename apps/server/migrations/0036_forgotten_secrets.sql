-- A lost SECRET_KEY is replaced by forgetting what it encrypted. Without a secret nothing is sent to an endpoint.
alter table webhooks
  alter column secret_sealed drop not null,
  add constraint webhooks_secret_check check (secret_sealed is not null or status = 'disabled');

-- The known text of secret_check under each key that was replaced: a start with such a key is refused, because what it
-- encrypts, no other node could decrypt.
create table replaced_secret_keys (
  sealed bytea not null,
  replaced_at timestamptz(3) not null
);
