-- Applied imports kept the number of people that they would have created without the choices of who they are.
update imports i
   set plan = jsonb_set(plan, '{creates,people}', to_jsonb((
         select count(*) from import_made m
          where m.org_id = i.org_id and m.import_id = i.id and m.kind = 'member')))
 where applied_at is not null and undone_at is null and plan ? 'creates';
