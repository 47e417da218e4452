-- A claim changes no indexed column. With half of each page free its new row version lies in the same page, and no index
-- gets an entry for it; in full pages a claim cost three times as much.
alter table deliveries set (fillfactor = 50);

-- No statement reads it: each names the organization and the endpoint first.
drop index deliveries_created_idx;

-- A foreign key checks each delivery by itself, which took a third of inserting it. Whoever inserts deliveries locks their
-- endpoint before, so that none is left behind: a deletion waits for the lock, and this trigger sees what was inserted.
alter table deliveries drop constraint deliveries_webhook_fkey;
create function delete_deliveries() returns trigger language plpgsql as $$
begin
  delete from deliveries where org_id = old.org_id and webhook_id = old.id;
  return null;
end $$;
create trigger webhooks_delete_deliveries after delete on webhooks for each row execute function delete_deliveries();
