import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { useMe } from "#api/queries.ts";
import { seesOthers } from "#api/scopes.ts";
import { useText } from "#i18n/text.ts";
import { type Interval, intervals } from "#time/report-period.ts";
import { PopoverButton } from "#ui/menu/popover.tsx";
import { type Grouping, groupings } from "./address/report-address.ts";
import type { ShownReport } from "./use-report.ts";
import { useWords } from "./use-words.ts";
import classes from "./report-tools.module.css";

export function GroupingPicker({ report }: { report: ShownReport }) {
  const words = useWords();
  const names = report.groupBy.map((each) => words.groupings[each]).join(" · ");
  return (
    <PopoverButton
      label={words.groupBy}
      aria-label={`${words.groupBy}: ${names}`}
      className={classes.tool}
      content={() => <Choices report={report} />}
    >
      <span>{names}</span>
      <ChevronDown size={14} aria-hidden />
    </PopoverButton>
  );
}

function Choices({ report }: { report: ShownReport }) {
  const { state, set, days, interval, groupBy } = report;
  const { shell } = useText();
  const words = useWords();
  const me = useMe();
  const isByDay = state.report === "weekly";
  const [first = "project", second] = groupBy;
  // A member's report covers only that member, so grouping by person is pointless. The weekly report has dates as
  // columns, so its rows can't be grouped by date.
  const isPossible: Partial<Record<Grouping, boolean>> = {
    user: seesOthers(me),
    team: me.scopes.includes("teams:read"),
    date: !isByDay,
  };
  const possible = groupings.filter((each) => isPossible[each] ?? true);
  const select = (chosen: Grouping, then: Grouping | undefined) =>
    set({ groupBy: then === undefined || then === chosen || isByDay ? [chosen] : [chosen, then] });
  return (
    <div className={classes.choices}>
      <Choice label={words.groupBy} value={first} onChange={(chosen) => select(chosen as Grouping, second)}>
        {possible.map((each) => (
          <option key={each} value={each}>
            {words.groupings[each]}
          </option>
        ))}
      </Choice>
      {!isByDay && (
        <Choice
          label={words.thenBy}
          value={second ?? ""}
          onChange={(chosen) => select(first, chosen === "" ? undefined : (chosen as Grouping))}
        >
          <option value="">{words.nothing}</option>
          {possible
            .filter((each) => each !== first)
            .map((each) => (
              <option key={each} value={each}>
                {words.groupings[each]}
              </option>
            ))}
        </Choice>
      )}
      {groupBy.includes("date") && (
        <Choice
          label={words.interval}
          value={state.interval}
          onChange={(chosen) => set({ interval: chosen as Interval | "" })}
        >
          <option value="">{shell.named(words.automatic, words.intervals[interval])}</option>
          {intervals.map((each) => (
            <option key={each} value={each}>
              {words.intervals[each]}
            </option>
          ))}
        </Choice>
      )}
      {!isByDay && (
        <label className={classes.check}>
          <input
            type="checkbox"
            checked={state.compare}
            disabled={days === undefined}
            onChange={({ currentTarget }) => set({ compare: currentTarget.checked })}
          />
          {words.compare}
        </label>
      )}
    </div>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}

function Choice({ label, value, onChange, children }: ChoiceProps) {
  return (
    <label>
      {label}
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {children}
      </select>
    </label>
  );
}
