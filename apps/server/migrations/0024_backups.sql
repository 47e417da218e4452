-- Backups that nodes made into BACKUP_DIR: those that are still there, and failures. No part of a backup itself.
create table backups (
  id text collate "C" primary key,
  -- the node's host; its BACKUP_DIR may be another folder than that of other nodes
  host text not null,
  -- within BACKUP_DIR
  file text not null,
  -- the scheduled instant; null when a person asked for it
  scheduled_at timestamptz(3),
  started_at timestamptz(3) not null,
  -- null while it is made, and of one that a killed node began
  finished_at timestamptz(3),
  bytes bigint,
  rows bigint,
  -- when it was restored to a scratch database and recounted
  verified_at timestamptz(3),
  -- why there is no file, or why it is not verified
  error text
);
create index backups_started_idx on backups (started_at desc, id desc);
