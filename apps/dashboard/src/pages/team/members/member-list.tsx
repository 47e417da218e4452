import { useMembersQuery } from "#api/people.ts";
import { roles } from "#api/scopes.ts";
import { useText } from "#i18n/text.ts";
import { ListState } from "#ui/list/list-state.tsx";
import { Rows } from "#ui/list/rows.tsx";
import { Segmented } from "#ui/choices/groups.tsx";
import { Disclosure } from "#ui/text/disclosure.tsx";
import { useParam } from "#screen/use-param.ts";
import { TeamPart } from "#pages/team/parts/team-part.tsx";
import { useTeamWords } from "#pages/team/parts/use-team-words.ts";
import { MemberRow } from "./member-row.tsx";
import classes from "#pages/team/parts/team.module.css";

export function MemberList() {
  const text = useText();
  const words = useTeamWords();
  const query = useMembersQuery();
  const [given, setGiven] = useParam("status");
  const shown = given in words.filters ? given : "active";
  const members = query.data?.filter(({ status }) => shown === "all" || status === shown) ?? [];
  const show = (status: string) => setGiven(status === "active" ? "" : status);
  return (
    <TeamPart
      title={words.members}
      aside={<Segmented label={words.show} value={shown} options={Object.entries(words.filters)} onChange={show} />}
    >
      <Rows label={words.members}>
        {members.map((member) => (
          <MemberRow key={member.userId} member={member} />
        ))}
      </Rows>
      <ListState
        query={query}
        empty={query.data !== undefined && members.length === 0 ? words.noneDeactivated : undefined}
      />
      <Disclosure summary={words.whatRolesMay} className={classes.roles}>
        <dl className="facts">
          {roles.map((role) => (
            <div key={role}>
              <dt>{text.shell.roles[role]}</dt>
              <dd>{words.roles[role]}</dd>
            </div>
          ))}
        </dl>
      </Disclosure>
    </TeamPart>
  );
}
