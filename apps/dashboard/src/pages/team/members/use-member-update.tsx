import type { Me, Member, UpdateMemberBody } from "@stint/sdk";
import { stint } from "#api/connection/client.ts";
import { isAbove } from "#api/scopes.ts";
import { useReauthentication } from "#parts/confirm/reauthentication/use-reauthentication.tsx";
import { edit } from "#state/edit.ts";
import { useChange } from "#state/use-change.ts";

const withId = (member: Member) => ({ ...member, id: member.userId });

const members = {
  get: async (id: string) => withId(await stint.members.get(id)),
  update: async (id: string, fields: UpdateMemberBody, options: { ifMatch: { version: number } }) =>
    withId(await stint.members.update(id, fields, options)),
};

/** The queries that a change of a member affects. */
export const queries = ["members", "timers"] as const;

/** Nobody changes their own membership, or that of someone with a higher role. */
export function mayChange({ userId, role }: Member, { user, role: ownRole, scopes }: Me): boolean {
  return scopes.includes("members:write") && userId !== user.id && !isAbove(role, ownRole);
}

/** Returns a function that changes a member, after re-authentication if needed, and offers to undo the change. */
export function useMemberUpdate() {
  const change = useChange();
  const { withReauthentication, proof } = useReauthentication();
  async function update(from: Member, set: UpdateMemberBody, label: string): Promise<void> {
    const { run, revert } = edit(members, withId(from), set);
    const undo = (done: Member & { id: string }) => withReauthentication(() => revert(done));
    await withReauthentication(() => change({ label, queries, run, revert: undo }));
  }
  return { update, proof };
}
