import { ChevronDown } from "lucide-react";
import { useMe } from "#api/queries.ts";
import { useSettings } from "#state/settings/settings.ts";
import { FormDateField } from "#parts/fields/day/form-date-field.tsx";
import { type DayRange, periods, rangeBeside } from "#time/report-period.ts";
import { PopoverButton } from "#ui/menu/popover.tsx";
import { Steps } from "#ui/choices/groups.tsx";
import { type Option, Select } from "#ui/fields/select.tsx";
import { Button } from "#ui/button/button.tsx";
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
  return (
    <>
      <PopoverButton
        label={words.period}
        className={classes.tool}
        content={(close) => (
          <div className={`stack ${classes.choices}`}>
            <div className={classes.periods}>
              {([...periods, "all"] as const).map((each) => (
                <Button
                  key={each}
                  kind="quiet"
                  aria-pressed={!isChosen && each === period}
                  data-autofocus={(!isChosen && each === period) || undefined}
                  onClick={() => {
                    set({ period: each, from: "", to: "" });
                    close();
                  }}
                >
                  {words.periods[each]}
                </Button>
              ))}
            </div>
            <FormDateField
              className={classes.pair}
              label={words.from}
              value={range?.from ?? ""}
              max={range?.to}
              onChange={(from) => setDays({ ...range, from })}
            />
            <FormDateField
              className={classes.pair}
              label={words.to}
              value={range?.to ?? ""}
              min={range?.from}
              onChange={(to) => setDays({ ...range, to })}
            />
            <ZoneChoice report={report} />
          </div>
        )}
      >
        <span className="cut">{isChosen ? names.ofRange(range) : words.periods[period]}</span>
        {!isChosen && range !== undefined && (
          <span className={`dim cut ${classes.detail}`}>{names.ofRange(range)}</span>
        )}
        <ChevronDown size={14} aria-hidden />
      </PopoverButton>
      <Steps
        labels={[words.earlier, words.later]}
        isFirst={days === undefined}
        isLast={days === undefined}
        onStep={(step) => days !== undefined && setDays(rangeBeside(days, step < 0 ? "before" : "after"))}
      />
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
    <Select
      label={words.zone}
      className={classes.pair}
      value={tz === ofOrganization ? "" : state.tz}
      options={[
        ["", words.zoneOrganization(ofOrganization)],
        ...[...zones].map((each): Option => [each, each === zone ? words.zoneYours(each) : each]),
      ]}
      onChange={(value) => set({ tz: value })}
    />
  );
}
