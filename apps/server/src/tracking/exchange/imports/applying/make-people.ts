import type { Origin } from "#identity/history/record-change.ts";
import { inviteImported, type UnsentInvitation } from "#identity/members/invitations/invite-imported.ts";
import { addImportedMembers } from "#identity/members/imported-members.ts";
import { sql, type Transaction } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import type { ImportRow } from "#tracking/exchange/imports/import.ts";
import { listPeople } from "#tracking/exchange/imports/queries.ts";

/**
 * Adds people who have accepted rows as members who cannot sign in, unless they are members already or mapped to a
 * member. Returns the invitations to email. Accepting an invitation lets the recipient sign in as the new member.
 */
export async function makePeople(tx: Transaction, origin: Origin, row: ImportRow): Promise<UnsentInvitation[]> {
  const { org_id: orgId, id, people: chosen } = row;
  const people = (await listPeople(tx, orgId, [id])).map((person) => {
    const becomes = chosen[person.key];
    const userId = becomes === undefined ? person.user_id : (becomes.userId ?? null);
    return { ...person, email: becomes?.invite ?? person.email, userId, becomes };
  });
  const missing = people.filter(({ userId, used }) => userId === null && used);
  const made = missing.map((person) => ({ ...person, userId: newId("user") }));
  await addImportedMembers(
    tx,
    origin,
    made.map(({ userId, name, email }) => ({ user_id: userId, name, email })),
  );
  const invitations: UnsentInvitation[] = [];
  for (const { becomes } of made) {
    if (becomes?.invite === undefined) continue;
    const invited = await inviteImported(tx, origin, { email: becomes.invite, role: becomes.role ?? "member" });
    if (invited !== undefined) invitations.push(invited);
  }
  const userOf = new Map(made.map(({ number, userId }) => [number, userId]));
  const all = people.map(({ number, userId }) => ({ number, user_id: userOf.get(number) ?? userId }));
  await tx.query(sql`
    update import_people p set user_id = r.user_id
      from json_to_recordset(${JSON.stringify(all)}::json) as r (number integer, user_id text)
     where p.org_id = ${orgId} and p.import_id = ${id} and p.number = r.number`);
  await tx.query(sql`
    insert into import_made (org_id, import_id, kind, id)
    select ${orgId}, ${id}, 'member', m.id from unnest(${made.map(({ userId }) => userId)}::text[]) as m (id)
     union all select ${orgId}, ${id}, 'invitation', i.id from unnest(${invitations.map(({ row: { id: invited } }) => invited)}::text[]) as i (id)`);
  return invitations;
}
