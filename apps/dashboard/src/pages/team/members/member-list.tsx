import { useMembersQuery, useTeams } from "#api/people.ts";
import { useText } from "#i18n/text.ts";
import { searchKey, useShortcuts } from "#screen/keys/use-shortcuts.ts";
import { useParam } from "#screen/use-param.ts";
import { SearchField } from "#ui/fields/search-field.tsx";
import { Select } from "#ui/fields/select.tsx";
import { ListState } from "#ui/list/list-state.tsx";
import { useTeamWords } from "#pages/team/parts/use-team-words.ts";
import { findMembers, sorts } from "./find-members.ts";
import { MemberTable } from "./member-table.tsx";
import { useLastWork } from "./use-last-work.ts";
import bar from "#ui/list/filter-bar.module.css";

/** The members with their roles, teams and last work. What is shown, and its order, are stored in the URL. */
export function MemberList() {
  const { roles: roleNames } = useText().shell;
  const words = useTeamWords();
  const query = useMembersQuery();
  const teams = useTeams();
  const lastWork = useLastWork(query.data?.length ?? 0);
  const [q, setQ] = useParam("q");
  const [given, setGiven] = useParam("status");
  const [sort, setSort] = useParam("sort");
  const shown = given in words.filters ? given : "active";
  const { lastDays } = lastWork;
  const members = findMembers(
    query.data?.filter(({ status }) => shown === "all" || status === shown) ?? [],
    { q, sort },
    { teams, roleNames, lastDays },
  );
  useShortcuts(searchKey);
  return (
    <>
      <search className="wrap apart">
        <SearchField label={words.search} value={q} onChange={setQ} />
        <div className={bar.fields} data-inline>
          <Select
            label={words.show}
            hidesLabel
            value={shown}
            options={Object.entries(words.filters)}
            onChange={(value) => setGiven(value === "active" ? "" : value)}
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
    </>
  );
}
