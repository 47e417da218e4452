import { findPeriod } from "@stint/grammar/read-period.ts";
import { useMe } from "#api/queries.ts";
import { useSettings } from "#state/settings/settings.ts";
import { FormDateField } from "#parts/fields/day/form-date-field.tsx";
import type { ReadPeriod } from "#parts/fields/day/use-day-text.ts";
import { type DayRange, periods } from "#time/report-period.ts";
import { type Option, Select } from "#ui/fields/select.tsx";
import { Button } from "#ui/button/button.tsx";
import type { ShownReport } from "#pages/reports/address/use-report.ts";
import { useReportWords } from "#pages/reports/figures/use-report-words.ts";
import classes from "./period-choices.module.css";

interface Props {
  report: ShownReport;
  /** The chosen period, undefined for custom days. */
  chosen: string | undefined;
  onDays: (days: Partial<DayRange>) => void;
  onClose: () => void;
}

/** The report's period or days, and its time zone. */
export function PeriodChoices({ report, chosen, onDays, onClose }: Props) {
  const { range, set } = report;
  const words = useReportWords();
  const readPeriod: ReadPeriod = (typed, today) => {
    const { from, to } = findPeriod(typed, { today, weekStart: report.weekStart }) ?? {};
    return from !== undefined && to !== undefined && from <= to ? () => onDays({ from, to }) : undefined;
  };
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
        onChange={(from) => onDays({ ...range, from })}
        readPeriod={readPeriod}
      />
      <FormDateField
        className={classes.pair}
        label={words.to}
        value={range?.to ?? ""}
        min={range?.from}
        onChange={(to) => onDays({ ...range, to })}
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
