-- From where a change was made; null where it was not by a request.
alter table changes add column address text;

-- The history of one thing, what one member did, and actions of one kind. Most rows are entries that were created, which
-- are looked for by these or by time, so that they need no third index. Newest first is the order of the primary key.
create index changes_target_idx on changes (org_id, target_id, id);
create index changes_user_idx on changes (org_id, user_id, id);
create index changes_action_idx on changes (org_id, action, id) where action <> 'time_entry.created';

-- What was purged before this rule goes from its history too.
update changes c set object = '{}', previous = null
  from time_entries e
 where e.org_id = c.org_id and e.id = c.target_id and e.purged_at is not null;

-- Changes are only ever added. Two things may still happen: an organization that is deleted takes its own with it
-- (set_config('stint.purge', <org_id>, true) in that transaction), and the content of an entry that was deleted for good
-- goes from its history, of which everything else stays.
create function keep_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.org_id = current_setting('stint.purge', true) then
      return old;
    end if;
  elsif tg_op = 'UPDATE' then
    if new.object = '{}' and new.previous is null
       and (new.org_id, new.id, new.at, new.user_id, new.key_id, new.action, new.target_id, new.request_id, new.address)
           is not distinct from
           (old.org_id, old.id, old.at, old.user_id, old.key_id, old.action, old.target_id, old.request_id, old.address)
       and exists (select from time_entries e
                    where e.org_id = old.org_id and e.id = old.target_id and e.purged_at is not null) then
      return new;
    end if;
  end if;
  raise exception 'changes are append-only: % is refused', tg_op
    using errcode = 'restrict_violation', table = 'changes', constraint = 'changes_append_only';
end $$;
create trigger changes_append_only before update or delete on changes for each row execute function keep_changes();
create trigger changes_not_truncated before truncate on changes for each statement execute function keep_changes();
-- Also in sessions that switch triggers off (session_replication_role).
alter table changes enable always trigger changes_append_only;
alter table changes enable always trigger changes_not_truncated;

-- No endpoint is ever told of a refusal, and nobody waits for one to be sent.
create or replace function queue_events() returns trigger language plpgsql as $$
begin
  insert into event_queue (org_id, change_id)
  select n.org_id, n.id from new_changes n
   where n.action not in ('api_key.refused', 'sign_in.failed')
     and exists (select 1 from webhooks w where w.org_id = n.org_id and w.status = 'active');
  return null;
end $$;
