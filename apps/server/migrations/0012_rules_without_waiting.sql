-- As hold_entry_rules, for statements that write entries of several organizations: null where a change of the rules is
-- under way, or waits to begin, so that one organization keeps no other waiting.
create function try_hold_entry_rules(org text) returns bigint language plpgsql volatile as $$
begin
  if not pg_try_advisory_xact_lock_shared(hashtextextended('entry_rules ' || org, 0)) then
    return null;
  end if;
  return (select rules_version from organizations where id = org);
end $$;
