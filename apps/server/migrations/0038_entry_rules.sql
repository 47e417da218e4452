-- The rules for entries that are on, as the API names them, such as {"requireTag": true}; null if none is.
alter table organizations
  add column entry_rules jsonb constraint organizations_entry_rules_check check (jsonb_typeof(entry_rules) = 'object' and entry_rules <> '{}');

-- breaks: the rules that the entry broke when it was last written, unrefused (a stopped timer, an import); null if none.
-- late_reason: why an owner or admin last wrote it although it was too late.
alter table time_entries
  add column breaks text[],
  add column late_reason text;

create index time_entries_breaks_idx on time_entries (org_id, user_id, started_at desc, id desc) where breaks is not null;
-- Only a timer makes entries longer than seven days, so all others that cover an instant began within seven days.
create index time_entries_long_idx on time_entries (org_id, user_id, started_at) where duration_seconds > 604800;

-- Like hold_entry_rules, but returns the rules that are on, with the time zone; null if none is.
create function hold_and_read_entry_rules(org text) returns jsonb language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('entry_rules ' || org, 0));
  return (select entry_rules || jsonb_build_object('timeZone', time_zone) from organizations where id = org);
end $$;
