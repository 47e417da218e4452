import { ChevronDown } from "lucide-react";
import { useFormat } from "#i18n/format.ts";
import { type DayRange, rangeBeside, usualPeriods } from "#time/report-period.ts";
import { apart, useLoadAhead } from "#ui/apart.ts";
import { Part } from "#ui/dialog/part.tsx";
import { PopoverButton } from "#ui/menu/popover.tsx";
import { Segmented, Steps } from "#ui/choices/groups.tsx";
import { type ReportState, standardPeriod } from "#pages/reports/address/report-address.ts";
import { useReportNames } from "#pages/reports/figures/use-report-names.ts";
import type { ShownReport } from "#pages/reports/address/use-report.ts";
import { useReportWords } from "#pages/reports/figures/use-report-words.ts";
import classes from "./report-tools.module.css";

const choices = apart(() => import("./period-choices.tsx").then((m) => m.PeriodChoices));

/** A popover with the report's days and time zone, and buttons for the previous, the next and the usual ranges. */
export function PeriodPicker({ report }: { report: ShownReport }) {
  const { range, days, interval, weekStart } = report;
  const words = useReportWords();
  const names = useReportNames(interval, weekStart);
  const shownRange = names.ofRange(range, useFormat().briefDate);
  const { chosen, setDays } = useDays(report);
  const isUsual = usualPeriods.some((each) => each === chosen);
  useLoadAhead(choices.loadAhead);
  return (
    <>
      <PopoverButton
        label={words.period}
        className={classes.tool}
        content={(close) => (
          <Part>
            <choices.show report={report} chosen={chosen} onDays={setDays} onClose={close} />
          </Part>
        )}
      >
        <span className={`cut ${isUsual ? classes.named : ""}`}>
          {chosen === undefined ? shownRange : words.periods[chosen]}
        </span>
        {chosen !== undefined && range !== undefined && <span className="dim cut wide-only">{shownRange}</span>}
        <ChevronDown size={14} aria-hidden />
      </PopoverButton>
      <Steps
        labels={[words.earlier, words.later]}
        isFirst={days === undefined}
        isLast={days === undefined}
        onStep={(step) => days !== undefined && setDays(rangeBeside(days, step < 0 ? "before" : "after"))}
      />
      <Segmented<ReportState["period"]>
        label={words.period}
        className={classes.usual}
        value={chosen ?? ""}
        options={usualPeriods.map((each) => [each, words.periods[each]])}
        onChange={(period) => report.set({ period, from: "", to: "" })}
      />
    </>
  );
}

/** The chosen period, undefined for custom days, and a function that sets such days. */
function useDays({ state: { period, from, to, report }, set }: ShownReport) {
  const hasDays = period === "" && (from !== "" || to !== "");
  return {
    chosen: hasDays ? undefined : period || standardPeriod(report),
    setDays: (days: Partial<DayRange>) => {
      const isAll = (days.from ?? "") === "" && (days.to ?? "") === "";
      set({ period: isAll ? "all" : "", from: days.from ?? "", to: days.to ?? "" });
    },
  };
}
