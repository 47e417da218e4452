import { ChevronDown, ChevronLeft, ChevronRight } from "lucide-react";
import { useMe } from "#api/queries.ts";
import { useSettings } from "#state/settings/settings.ts";
import { DateField } from "#fields/date-field.tsx";
import groups from "#ui/button/button-group.module.css";
import { type DayRange, periods, rangeBeside } from "#time/report-period.ts";
import { PopoverButton } from "#ui/menu/popover.tsx";
import { standardPeriod } from "./address/report-address.ts";
import { useReportNames } from "./use-report-names.ts";
import type { ShownReport } from "./use-report.ts";
import { useWords } from "./use-words.ts";
import classes from "./report-tools.module.css";

/** A popover with the report's days and time zone, between buttons for the previous and next range. */
export function PeriodPicker({ report }: { report: ShownReport }) {
  const { state, set, range, days, interval, weekStart } = report;
  const words = useWords();
  const names = useReportNames(interval, weekStart);
  const isChosen = state.period === "" && (state.from !== "" || state.to !== "");
  const period = state.period || standardPeriod(state.report);
  const setDays = ({ from = "", to = "" }: Partial<DayRange>) =>
    set({ period: from === "" && to === "" ? "all" : "", from, to });
  const step = (side: "before" | "after") => days !== undefined && setDays(rangeBeside(days, side));
  return (
    <>
      <PopoverButton
        label={words.period}
        className={classes.tool}
        content={(close) => (
          <div className={classes.choices}>
            <div className={classes.periods}>
              {([...periods, "all"] as const).map((each) => (
                <button
                  key={each}
                  type="button"
                  aria-pressed={!isChosen && each === period}
                  data-autofocus={(!isChosen && each === period) || undefined}
                  onClick={() => {
                    set({ period: each, from: "", to: "" });
                    close();
                  }}
                >
                  {words.periods[each]}
                </button>
              ))}
            </div>
            <label>
              {words.from}
              <DateField
                label={words.from}
                value={range?.from ?? ""}
                max={range?.to}
                onChange={(from) => setDays({ ...range, from })}
              />
            </label>
            <label>
              {words.to}
              <DateField
                label={words.to}
                value={range?.to ?? ""}
                min={range?.from}
                onChange={(to) => setDays({ ...range, to })}
              />
            </label>
            <ZoneChoice report={report} />
          </div>
        )}
      >
        <span>{isChosen ? names.ofRange(range) : words.periods[period]}</span>
        {!isChosen && range !== undefined && <span className={classes.detail}>{names.ofRange(range)}</span>}
        <ChevronDown size={14} aria-hidden />
      </PopoverButton>
      <span className={groups.group}>
        <button type="button" aria-label={words.earlier} disabled={days === undefined} onClick={() => step("before")}>
          <ChevronLeft size={16} aria-hidden />
        </button>
        <button type="button" aria-label={words.later} disabled={days === undefined} onClick={() => step("after")}>
          <ChevronRight size={16} aria-hidden />
        </button>
      </span>
    </>
  );
}

/**
 * Chooses between the time zones of the organization and the person, and UTC. The default is the organization's, so
 * that everyone gets the same report.
 */
function ZoneChoice({ report: { state, set, tz } }: { report: ShownReport }) {
  const { zone } = useSettings();
  const words = useWords();
  const ofOrganization = useMe().organization.timeZone;
  const zones = new Set([zone, tz, "UTC"]);
  zones.delete(ofOrganization);
  return (
    <label>
      {words.zone}
      <select
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
    </label>
  );
}
