import { ChevronDown } from "lucide-react";
import { useMe } from "#api/queries.ts";
import { seesOthers } from "#api/scopes.ts";
import { useText } from "#i18n/text.ts";
import { type Interval, intervals } from "#time/report-period.ts";
import { PopoverButton } from "#ui/menu/popover.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { type Option, Select } from "#ui/fields/select.tsx";
import { type Grouping, groupings } from "#pages/reports/address/report-address.ts";
import type { ShownReport } from "#pages/reports/address/use-report.ts";
import { useReportWords } from "#pages/reports/figures/use-report-words.ts";
import classes from "./report-tools.module.css";

export function GroupingPicker({ report }: { report: ShownReport }) {
  const words = useReportWords();
  const names = report.groupBy.map((each) => words.groupings[each]).join(" · ");
  return (
    <PopoverButton
      label={words.groupBy}
      aria-label={`${words.groupBy}: ${names}`}
      className={classes.tool}
      content={() => <Choices report={report} />}
    >
      <span className="cut">{names}</span>
      <ChevronDown size={14} aria-hidden />
    </PopoverButton>
  );
}

function Choices({ report }: { report: ShownReport }) {
  const { state, set, days, interval, groupBy } = report;
  const { shell } = useText();
  const words = useReportWords();
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
  const named = (each: Grouping): Option<Grouping> => [each, words.groupings[each]];
  const select = (chosen: Grouping, then: Grouping | undefined) =>
    set({ groupBy: then === undefined || then === chosen || isByDay ? [chosen] : [chosen, then] });
  return (
    <div className="stack">
      <Select
        label={words.groupBy}
        value={first}
        options={possible.map(named)}
        onChange={(chosen) => select(chosen, second)}
      />
      {!isByDay && (
        <Select
          label={words.thenBy}
          value={second ?? ""}
          options={[["", words.nothing], ...possible.filter((each) => each !== first).map(named)]}
          onChange={(chosen) => select(first, chosen === "" ? undefined : chosen)}
        />
      )}
      {groupBy.includes("date") && (
        <Select
          label={words.interval}
          value={state.interval}
          options={[
            ["", shell.named(words.automatic, words.intervals[interval])],
            ...intervals.map((each): Option<Interval> => [each, words.intervals[each]]),
          ]}
          onChange={(chosen) => set({ interval: chosen })}
        />
      )}
      {!isByDay && (
        <Checkbox
          label={words.compare}
          checked={state.compare !== ""}
          disabled={days === undefined}
          onChange={(isCompared) => set({ compare: isCompared ? "before" : "" })}
        />
      )}
    </div>
  );
}
