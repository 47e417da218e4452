-- Whether a row of the person is taken over, as import_places.used says of places: nobody else becomes a member. The next
-- plan of an import that was previewed before finds out.
alter table import_people add column used boolean not null default false;
update import_people set used = rows > 0;
