import { ChevronsLeft, ChevronsRight } from "lucide-react";
import { useTeams } from "#api/people.ts";
import { useMe } from "#api/queries.ts";
import { type DayRange, rangeBeside } from "#time/report-period.ts";
import bar from "#ui/list/filter-bar.module.css";
import { SearchField } from "#ui/fields/search-field.tsx";
import { Segmented, Steps } from "#ui/choices/groups.tsx";
import { Choices } from "#ui/choices/choices.tsx";
import { type Option, Select } from "#ui/fields/select.tsx";
import { type Show, shows } from "#parts/timesheets/board.ts";
import { lastPeriods, lengths, type PeriodKind } from "./board/board-range.ts";
import type { useBoardAddress } from "./board/use-board-address.ts";
import { useBoardWords } from "./board/use-board-words.ts";

interface Props extends ReturnType<typeof useBoardAddress> {
  kind: PeriodKind;
  today: string;
  /** The number of timesheets that each filter shows. */
  counts: Record<Show, string>;
}

export function BoardTools({ address, set, kind, today, counts }: Props) {
  const words = useBoardWords();
  const { weekStart } = useMe().organization;
  const teams = useTeams();
  const { range, teamId, show, q } = address;
  const setRange = ({ from, to }: DayRange) => set({ from, to });
  const choices = lengths[kind].map((count) => ({ count, range: lastPeriods(kind, count, today, weekStart) }));
  const chosen = choices.find((choice) => choice.range.from === range.from && choice.range.to === range.to);
  return (
    <search className="wrap apart">
      <Segmented
        label={words.show}
        value={show}
        options={shows.map((each) => [each, `${words.shows[each]} ${counts[each]}`])}
        onChange={(each) => set({ show: each === "all" ? "" : each })}
      />
      <SearchField label={words.find} value={q} onChange={(name) => set({ q: name })} />
      <span className={bar.fields} data-inline>
        <Select
          label={words.periods}
          hidesLabel
          value={String(chosen?.count ?? "")}
          options={[
            ...(chosen === undefined ? [["", words.chosenPeriods] as const] : []),
            ...choices.map(({ count }): Option => [String(count), words.last[kind](count)]),
          ]}
          onChange={(value) => {
            const choice = choices.find(({ count }) => String(count) === value);
            if (choice !== undefined) setRange(choice.range);
          }}
        />
        {teams.length > 0 && (
          <Choices
            label={words.team}
            any={words.allTeams}
            values={teamId}
            options={teams.map(({ id, name }): Option => [id, name])}
            onChange={(chosen) => set({ teamId: chosen })}
          />
        )}
        <Steps
          labels={[words.earlier, words.later]}
          // Narrow screens have simple arrows below these, for the periods in the range.
          icons={[<ChevronsLeft key={0} size={16} aria-hidden />, <ChevronsRight key={1} size={16} aria-hidden />]}
          isLast={range.to >= today}
          onStep={(step) => setRange(rangeBeside(range, step < 0 ? "before" : "after"))}
        />
      </span>
    </search>
  );
}
