import { ChevronDown } from "lucide-react";
import { useMe } from "#api/queries.ts";
import { useSettings } from "#state/settings/settings.ts";
import { FormDateField } from "#parts/fields/day/form-date-field.tsx";
import { type DayRange, periods, rangeBeside } from "#time/report-period.ts";
import { PopoverButton } from "#ui/menu/popover.tsx";
import { Steps } from "#ui/choices/groups.tsx";
import { type Option, Select } from "#ui/fields/select.tsx";
import { Button } from "#ui/button/button.tsx";
import { standardPeriod } from "#pages/reports/address/report-address.ts";
import { useReportNames } from "#pages/reports/figures/use-report-names.ts";
import type { ShownReport } from "#pages/reports/address/use-report.ts";
import { useReportWords } from "#pages/reports/figures/use-report-words.ts";
import classes from "./report-tools.module.css";

/** A popover with the report's days and time zone, between buttons for the previous and next range. */
export function PeriodPicker({ report }: { report: ShownReport }) {
  const { range, days, interval, weekStart } = report;
  const words = useReportWords();
  const names = useReportNames(interval, weekStart);
  const { chosen, setDays } = useDays(report);
  return (
    <>
      <PopoverButton
        label={words.period}
        className={classes.tool}
        content={(close) => <PeriodChoices report={report} onClose={close} />}
      >
        <span className="cut">{chosen === undefined ? names.ofRange(range) : words.periods[chosen]}</span>
        {chosen !== undefined && range !== undefined && (
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

function PeriodChoices({ report, onClose }: { report: ShownReport; onClose: () => void }) {
  const { range, set } = report;
  const words = useReportWords();
  const { chosen, setDays } = useDays(report);
  return (
    <div className="stack">
      <div className={classes.periods}>
        {([...periods, "all"] as const).map((each) => (
          <Button
            key={each}
            kind="quiet"
            aria-pressed={each === chosen}
            data-autofocus={each === chosen || undefined}
            onClick={() => {
              set({ period: each, from: "", to: "" });
              onClose();
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
  );
}

/**
 * Chooses between the time zones of the organization and the person, and UTC. The default is the organization's, so
 * that everyone gets the same report.
 */
function ZoneChoice({ report: { state, set, tz } }: { report: ShownReport }) {
  const { zone } = useSettings();
  const words = useReportWords();
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
