import type { Member, UpdateMemberBody } from "@stint/sdk";
import { useState } from "react";
import { Link, useLocation, useSearchParams } from "wouter";
import { stint } from "#api/connection/client.ts";
import { useMembersQuery } from "#api/people.ts";
import { refresh, useMe } from "#api/queries.ts";
import { isAbove, roles } from "#api/scopes.ts";
import { useText } from "#i18n/text.ts";
import { ConfirmDialog } from "#parts/confirm/confirm-dialog.tsx";
import { ListState } from "#ui/list/list-state.tsx";
import { MoreMenu } from "#ui/menu/more-menu.tsx";
import { useAction } from "#ui/form/use-action.ts";
import { edit } from "#state/edit.ts";
import { useChange } from "#state/use-change.ts";
import { useReauthentication } from "#parts/confirm/use-reauthentication.tsx";
import { announce } from "#ui/announce.ts";
import { MenuItem } from "#ui/menu/menu.tsx";
import { Row, Rows } from "#ui/list/rows.tsx";
import { Segmented } from "#ui/fields/groups.tsx";
import { RoleForm } from "./role-form.tsx";
import { useTeamWords } from "./use-team-words.ts";
import { ErrorLine } from "#ui/form/error-line.tsx";
import classes from "./team.module.css";

export function MemberList() {
  const text = useText();
  const words = useTeamWords();
  const query = useMembersQuery();
  const [params, setParams] = useSearchParams();
  const given = params.get("status") ?? "active";
  const shown = given in words.filters ? given : "active";
  const members = query.data?.filter(({ status }) => shown === "all" || status === shown) ?? [];
  const show = (status: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (status === "active") next.delete("status");
        else next.set("status", status);
        return next;
      },
      { replace: true },
    );
  return (
    <section className={classes.section}>
      <div className={`${classes.head} wrap`}>
        <h2>{words.members}</h2>
        <Segmented label={words.show} value={shown} options={Object.entries(words.filters)} onChange={show} />
      </div>
      <Rows label={words.members}>
        {members.map((member) => (
          <MemberRow key={member.userId} member={member} />
        ))}
      </Rows>
      <ListState
        query={query}
        empty={query.data !== undefined && members.length === 0 ? words.noneDeactivated : undefined}
      />
      <details className={classes.roles}>
        <summary>{words.whatRolesMay}</summary>
        <dl className="facts">
          {roles.map((role) => (
            <div key={role}>
              <dt>{text.shell.roles[role]}</dt>
              <dd>{words.roles[role]}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}

const withId = (member: Member) => ({ ...member, id: member.userId });

const members = {
  get: async (id: string) => withId(await stint.members.get(id)),
  update: async (id: string, fields: UpdateMemberBody, options: { ifMatch: { version: number } }) =>
    withId(await stint.members.update(id, fields, options)),
};

function MemberRow({ member }: { member: Member }) {
  const text = useText();
  const words = useTeamWords();
  const { user, role: ownRole, scopes } = useMe();
  const [, navigate] = useLocation();
  const [dialog, setDialog] = useState<"role" | "deactivate" | "transfer">();
  const change = useChange();
  const action = useAction();
  const { withReauthentication, proof } = useReauthentication();
  const { userId, name, email, role, status } = member;
  const isOther = userId !== user.id;
  const canWrite = scopes.includes("members:write") && isOther && !isAbove(role, ownRole);
  const queries = ["members", "timers"] as const;

  /**
   * Changes a member, after re-authentication if needed, and offers to undo the change. Resolves to false if the person
   * cancels.
   */
  async function update(from: Member, set: UpdateMemberBody, label: string): Promise<boolean> {
    const { run, revert } = edit(members, withId(from), set);
    const undo = (done: Member & { id: string }) => withReauthentication(() => revert(done));
    const done = await withReauthentication(() => change({ label, queries, run, revert: undo }));
    return done !== undefined;
  }

  return (
    <Row
      buttons={
        <>
          <span>{text.shell.roles[role]}</span>
          <MoreMenu label={text.shell.more(name)}>
            <MenuItem onClick={() => navigate(`/team/${userId}`)}>{words.open}</MenuItem>
            {canWrite && status === "active" && (
              <MenuItem onClick={() => setDialog("role")}>{words.changeRole}</MenuItem>
            )}
            {canWrite && status === "active" && (
              <MenuItem onClick={() => setDialog("deactivate")}>{words.deactivate}</MenuItem>
            )}
            {canWrite && status === "deactivated" && (
              <MenuItem
                onClick={() =>
                  action.run(async () => void (await update(member, { status: "active" }, words.reactivated(name))))
                }
              >
                {words.reactivate}
              </MenuItem>
            )}
            {ownRole === "owner" && isOther && status === "active" && (
              <MenuItem onClick={() => setDialog("transfer")}>{words.transfer}</MenuItem>
            )}
          </MoreMenu>
        </>
      }
    >
      <Link href={`/team/${userId}`}>{name}</Link>
      {!isOther && <span className="chip">{words.you}</span>}
      {status === "deactivated" && <span className="chip">{words.deactivated}</span>}
      <p className="dim">{email}</p>
      <ErrorLine>{action.message}</ErrorLine>
      {dialog === "role" && (
        <RoleForm
          member={member}
          onSave={(opened, next) => update(opened, { role: next }, words.roleChanged(name, text.shell.roles[next]))}
          onClose={() => setDialog(undefined)}
        />
      )}
      {proof}
      {dialog === "deactivate" && (
        <ConfirmDialog
          title={words.deactivateTitle(name)}
          lead={words.deactivateLead}
          label={words.deactivateDo}
          onClose={() => setDialog(undefined)}
          onConfirm={async () => {
            await stint.members.deactivate(userId);
            announce(words.deactivatedDone(name));
            await refresh(...queries);
          }}
        />
      )}
      {dialog === "transfer" && (
        <ConfirmDialog
          title={words.transferTitle(name)}
          lead={words.transferLead}
          label={words.transferDo}
          onClose={() => setDialog(undefined)}
          onConfirm={async () => {
            await stint.organization.transferOwnership({ userId });
            announce(words.transferred(name));
            await refresh("me", "members");
          }}
        />
      )}
    </Row>
  );
}
