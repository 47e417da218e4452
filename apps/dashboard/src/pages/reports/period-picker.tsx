import { ChevronLeft, ChevronRight } from "lucide-react";
import { useMe } from "#api/queries.ts";
import { useSettings } from "#api/settings.ts";
import groups from "#pages/parts/button-group.module.css";
import { type DayRange, type Period, periods, rangeBeside } from "#time/report-period.ts";
import { standardPeriod } from "./report-address.ts";
import type { ShownReport } from "./use-report.ts";
import { useWords } from "./use-words.ts";
import classes from "./reports.module.css";

/** The days of a report, and the zone that they are cut in. */
export function PeriodPicker({ report }: { report: ShownReport }) {
  const { state, set, range, days } = report;
  const words = useWords();
  const isChosen = state.period === "" && (state.from !== "" || state.to !== "");
  const choose = (period: string) => {
    if (period === "chosen") setDays(range ?? {});
    else set({ period: period as Period | "all", from: "", to: "" });
  };
  const setDays = ({ from = "", to = "" }: Partial<DayRange>) =>
    set({ period: from === "" && to === "" ? "all" : "", from, to });
  const step = (side: "before" | "after") => days !== undefined && setDays(rangeBeside(days, side));
  return (
    <div className={classes.controls}>
      <select
        aria-label={words.period}
        value={isChosen ? "chosen" : state.period || standardPeriod(state.report)}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {([...periods, "all", "chosen"] as const).map((period) => (
          <option key={period} value={period}>
            {words.periods[period]}
          </option>
        ))}
      </select>
      <label>
        {words.from}
        <input
          type="date"
          value={range?.from ?? ""}
          max={range?.to}
          onChange={({ currentTarget }) => setDays({ ...range, from: currentTarget.value })}
        />
      </label>
      <label>
        {words.to}
        <input
          type="date"
          value={range?.to ?? ""}
          min={range?.from}
          onChange={({ currentTarget }) => setDays({ ...range, to: currentTarget.value })}
        />
      </label>
      <span className={groups.group}>
        <button type="button" aria-label={words.earlier} disabled={days === undefined} onClick={() => step("before")}>
          <ChevronLeft size={16} aria-hidden />
        </button>
        <button type="button" aria-label={words.later} disabled={days === undefined} onClick={() => step("after")}>
          <ChevronRight size={16} aria-hidden />
        </button>
      </span>
      <ZoneChoice report={report} />
    </div>
  );
}

/** The organization's zone, so that a report is the same for everybody; the person's own, and UTC. */
function ZoneChoice({ report: { state, set, tz } }: { report: ShownReport }) {
  const { zone } = useSettings();
  const words = useWords();
  const ofOrganization = useMe().organization.timeZone;
  const zones = new Set([zone, tz, "UTC"]);
  zones.delete(ofOrganization);
  return (
    <select
      aria-label={words.zone}
      value={tz === ofOrganization ? "" : state.tz}
      onChange={({ currentTarget }) => set({ tz: currentTarget.value })}
    >
      <option value="">{words.zoneOrganization(ofOrganization)}</option>
      {[...zones].map((each) => (
        <option key={each} value={each}>
          {each === zone ? words.zoneYours(each) : each}
        </option>
      ))}
    </select>
  );
}
