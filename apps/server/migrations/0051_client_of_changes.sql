-- How the program that made a change names itself, in the header Stint-Client: for the audit log. Nothing proves it, so
-- the chain of the audit log leaves it out. Null if the program said nothing.
alter table changes add column client text;

create or replace function keep_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.org_id = current_setting('stint.purge', true) then
      return old;
    end if;
  elsif tg_op = 'UPDATE' then
    if new.object = '{}' and new.previous is null
       and (new.org_id, new.id, new.at, new.user_id, new.key_id, new.action, new.target_id, new.request_id, new.address,
            new.traceparent, new.client)
           is not distinct from
           (old.org_id, old.id, old.at, old.user_id, old.key_id, old.action, old.target_id, old.request_id, old.address,
            old.traceparent, old.client)
       and exists (select from time_entries e
                    where e.org_id = old.org_id and e.id = old.target_id and e.purged_at is not null) then
      return new;
    end if;
  end if;
  raise exception 'changes are append-only: % is refused', tg_op
    using errcode = 'restrict_violation', table = 'changes', constraint = 'changes_append_only';
end $$;
