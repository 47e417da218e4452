-- The hash chain over the change rows of an organization (docs/decisions/0017), built by the worker behind the commits.
create table audit_blocks (
  org_id text collate "C" not null,
  position bigint not null check (position > 0),
  -- how many changes this block and all before it have
  changes bigint not null,
  -- every change up to this place, in the order of (at, id), is in this block or in one before it
  until_at timestamptz(3) not null,
  until_id text collate "C" not null,
  change_ids text[] collate "C" not null,
  -- SHA-256 of each change's content, which stays when the content is purged, and of all of the change
  content_hashes bytea[] not null,
  row_hashes bytea[] not null,
  -- SHA-256 of the link before, of this block's head and of its row hashes
  link bytea not null,
  primary key (org_id, position)
);
create index audit_blocks_until_idx on audit_blocks (org_id, until_at, until_id);

create function keep_audit_blocks() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.org_id = current_setting('stint.purge', true) then
      return old;
    end if;
  end if;
  raise exception 'audit blocks are append-only: % is refused', tg_op
    using errcode = 'restrict_violation', table = 'audit_blocks', constraint = 'audit_blocks_append_only';
end $$;
create trigger audit_blocks_append_only before update or delete on audit_blocks
  for each row execute function keep_audit_blocks();
create trigger audit_blocks_not_truncated before truncate on audit_blocks
  for each statement execute function keep_audit_blocks();
alter table audit_blocks enable always trigger audit_blocks_append_only;
alter table audit_blocks enable always trigger audit_blocks_not_truncated;
