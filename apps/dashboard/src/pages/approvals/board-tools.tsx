import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTeams } from "#api/people.ts";
import { useMe } from "#api/queries.ts";
import { type DayRange, rangeBeside } from "#time/report-period.ts";
import groups from "#ui/button/button-group.module.css";
import bar from "#ui/fields/filter-bar.module.css";
import { SearchField } from "#ui/fields/search-field.tsx";
import type { Show } from "./board.ts";
import { lastPeriods, lengths, type PeriodKind } from "./board-range.ts";
import type { useBoardAddress } from "./use-board-address.ts";
import { useWords } from "./use-words.ts";

interface Props extends ReturnType<typeof useBoardAddress> {
  kind: PeriodKind;
  today: string;
  /** The number of rows that each filter shows. */
  counts: Record<Show, string>;
}

const shows: readonly Show[] = ["all", "decide", "missing"];

export function BoardTools({ address, set, kind, today, counts }: Props) {
  const words = useWords();
  const { weekStart } = useMe().organization;
  const teams = useTeams();
  const { range, teamId, show, q } = address;
  const setRange = ({ from, to }: DayRange) => set({ from, to });
  const choices = lengths[kind].map((count) => ({ count, range: lastPeriods(kind, count, today, weekStart) }));
  const chosen = choices.find((choice) => choice.range.from === range.from && choice.range.to === range.to);
  return (
    <search className={bar.bar}>
      <span className={groups.group}>
        <button type="button" aria-label={words.earlier} onClick={() => setRange(rangeBeside(range, "before"))}>
          <ChevronLeft size={16} aria-hidden />
        </button>
        <button
          type="button"
          aria-label={words.later}
          disabled={range.to >= today}
          onClick={() => setRange(rangeBeside(range, "after"))}
        >
          <ChevronRight size={16} aria-hidden />
        </button>
      </span>
      <span className={bar.fields} data-inline>
        <select
          aria-label={words.periods}
          value={chosen?.count ?? ""}
          onChange={({ currentTarget: { value } }) => {
            const choice = choices.find(({ count }) => String(count) === value);
            if (choice !== undefined) setRange(choice.range);
          }}
        >
          {chosen === undefined && <option value="">{words.chosenPeriods}</option>}
          {choices.map(({ count }) => (
            <option key={count} value={count}>
              {words.last[kind](count)}
            </option>
          ))}
        </select>
        {teams.length > 0 && (
          <select
            aria-label={words.team}
            value={teamId}
            onChange={({ currentTarget }) => set({ teamId: currentTarget.value })}
          >
            <option value="">{words.allTeams}</option>
            {teams.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </span>
      <span role="group" aria-label={words.show} className={groups.group}>
        {shows.map((each) => (
          <button key={each} type="button" aria-pressed={each === show} onClick={() => set({ show: each })}>
            {words.shows[each]} {counts[each]}
          </button>
        ))}
      </span>
      <SearchField label={words.find} value={q} onChange={(name) => set({ q: name })} />
    </search>
  );
}
