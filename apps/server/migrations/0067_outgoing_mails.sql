-- Emails with links that the mail server has not accepted yet. Some, such as those about forgotten passwords, belong to
-- no organization. The text contains the link, so it is encrypted, and deleted with the row once the email was sent.
create table outgoing_mails (
  -- the hash of the link's token, which finds the link that the email is about
  token_hash bytea primary key,
  -- an organization's id or the kind of email
  sender text collate "C" not null,
  -- identifies the key, so that a node claims only emails that it can decrypt
  sealed_by bytea not null,
  -- null after the server has refused the email for good
  sealed bytea,
  -- when it is sent or tried again; null: never
  due_at timestamptz(3),
  attempts integer not null default 0,
  error text,
  -- when the link expires
  expires_at timestamptz(3) not null
);
create index outgoing_mails_due_idx on outgoing_mails (due_at) where due_at is not null;
