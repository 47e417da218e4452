import { useMemo } from "react";
import { useMembersQuery, useTeams } from "#api/people.ts";
import { roles } from "#api/scopes.ts";
import { useText } from "#i18n/text.ts";
import { searchKey, useShortcuts } from "#screen/use-shortcuts.ts";
import { useParam } from "#screen/use-param.ts";
import { Choices } from "#ui/choices/choices.tsx";
import { SearchField } from "#ui/fields/search-field.tsx";
import { Select } from "#ui/fields/select.tsx";
import { toOptions } from "#ui/fields/to-options.ts";
import { ListState } from "#ui/list/list-state.tsx";
import { Disclosure } from "#ui/text/disclosure.tsx";
import { useTeamWords } from "#pages/team/parts/use-team-words.ts";
import { filterMembers, sorts } from "./member-filter.ts";
import { MemberTable } from "./member-table.tsx";
import { useLastWork } from "./use-last-work.ts";
import bar from "#ui/list/filter-bar.module.css";
import classes from "#pages/team/parts/team.module.css";

const read = (list: string) => list.split(",").filter(Boolean);

/** The members with their roles, teams and last work, and a filter that is stored in the URL. */
export function MemberList() {
  const text = useText();
  const words = useTeamWords();
  const query = useMembersQuery();
  const teams = useTeams();
  const lastWork = useLastWork(query.data?.length ?? 0);
  const [q, setQ] = useParam("q");
  const [status, setStatus] = useParam("status");
  const [role, setRole] = useParam("role");
  const [team, setTeam] = useParam("team");
  const [sort, setSort] = useParam("sort");
  const { work } = lastWork;
  const members = useMemo(() => {
    const filter = {
      q,
      status: status in words.filters ? status : "active",
      roles: read(role),
      teamIds: read(team),
      sort: sorts.find((each) => each === sort) ?? "name",
    };
    return filterMembers(query.data ?? [], filter, teams, work);
  }, [query.data, q, status, role, team, sort, teams, work, words]);
  useShortcuts(searchKey);
  return (
    <>
      <search className={bar.bar}>
        <SearchField label={words.search} value={q} onChange={setQ} />
        <div className={bar.fields} data-inline>
          <Choices
            label={words.role}
            any={words.allRoles}
            values={read(role)}
            options={roles.map((each) => [each, text.shell.roles[each]])}
            onChange={(values) => setRole(values.join(","))}
          />
          {teams.length > 0 && (
            <Choices
              label={words.team}
              any={words.allTeams}
              values={read(team)}
              options={toOptions(teams)}
              onChange={(values) => setTeam(values.join(","))}
            />
          )}
          <Select
            label={words.show}
            hidesLabel
            value={status in words.filters ? status : "active"}
            options={Object.entries(words.filters)}
            onChange={(value) => setStatus(value === "active" ? "" : value)}
          />
          <Select
            label={words.sort}
            hidesLabel
            value={sort}
            options={sorts.map((each) => [each === "name" ? "" : each, words.sorts[each]])}
            onChange={setSort}
          />
        </div>
      </search>
      {members.length > 0 && <MemberTable members={members} teams={teams} lastWork={lastWork} />}
      <ListState query={query} empty={query.data !== undefined && members.length === 0 ? words.noneFound : undefined} />
      <Disclosure summary={words.whatRolesMay} className={classes.roles}>
        <dl className="facts">
          {roles.map((each) => (
            <div key={each}>
              <dt>{text.shell.roles[each]}</dt>
              <dd>{words.roles[each]}</dd>
            </div>
          ))}
        </dl>
      </Disclosure>
    </>
  );
}
