import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMe } from "#api/queries.ts";
import { summaryQuery } from "#api/report-queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useSettings } from "#state/settings/settings.ts";
import { FormDateField } from "#parts/fields/day/form-date-field.tsx";
import { Section } from "#ui/form/section.tsx";
import { useAction } from "#ui/form/use-action.ts";
import { plural } from "#i18n/catalogue.ts";
import { readDay } from "#time/read-day.ts";
import { addDays } from "#time/zoned.ts";
import { Button } from "#ui/button/button.tsx";
import type { SectionProps } from "./general-section.tsx";
import { useOrganizationChange } from "./use-organization-change.ts";
import { useOrganizationWords } from "#i18n/words/use-organization-words.ts";
import { ErrorLine } from "#ui/form/error-line.tsx";

/** Sets the lock date, after showing how many entries the new date would lock or unlock, as counted by the API. */
export function LockSection({ organization, canWrite }: SectionProps) {
  const format = useFormat();
  const { language } = useSettings();
  const words = useOrganizationWords();
  const { scopes } = useMe();
  const action = useAction();
  const change = useOrganizationChange(organization, words.lockChanged);
  const { lockDate, timeZone } = organization;
  const [typed, setTyped] = useState<string>();
  const mayCount = scopes.includes("reports:read") && canWrite;
  const wanted = typed === undefined ? lockDate : (readDay(typed) ?? null);
  const locked = useTotals(undefined, lockDate ?? "", timeZone, mayCount);
  // ISO days sort chronologically as text.
  const [first, second] = [lockDate ?? "", wanted ?? ""].toSorted();
  const isDifferent = wanted !== lockDate;
  const between = useTotals(first === "" ? undefined : first, second ?? "", timeZone, mayCount && isDifferent);
  const isLocking = (wanted ?? "") > (lockDate ?? "");

  const set = (value: string | null) =>
    action.run(async () => {
      await change({ lockDate: value });
      setTyped(undefined);
    });
  const count = ({ entries, seconds }: Totals) =>
    [plural(language, entries, words.entry), format.duration(seconds)] as const;
  return (
    <Section title={words.lock} lead={words.lockLead}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isDifferent) set(wanted);
        }}
      >
        <FormDateField
          label={words.lockDate}
          value={typed ?? lockDate ?? ""}
          readOnly={!canWrite}
          onChange={setTyped}
        />
        {lockDate === null && <p className="dim">{words.lockNone}</p>}
        {lockDate !== null && locked !== undefined && (
          <p className="dim">{words.lockedNow(...count(locked), format.day(lockDate))}</p>
        )}
        <p role="status" className="note">
          {isDifferent && between !== undefined && (isLocking ? words.willLock : words.willUnlock)(...count(between))}
        </p>
        <ErrorLine>{action.message}</ErrorLine>
        {canWrite && (
          <div className="buttons">
            <Button type="submit" disabled={!isDifferent} isBusy={action.isRunning}>
              {words.lockSave}
            </Button>
            {lockDate !== null && <Button onClick={() => set(null)}>{words.lockRemove}</Button>}
          </div>
        )}
      </form>
    </Section>
  );
}

interface Totals {
  entries: number;
  seconds: number;
}

/** Sums the entries that start on or after `from` and before `before`, in the organization's time zone. */
function useTotals(from: string | undefined, before: string, tz: string, enabled: boolean): Totals | undefined {
  // The `to` of a report is inclusive.
  const query = { ...(from === undefined ? {} : { from }), to: before === "" ? "" : addDays(before, -1), tz };
  return useQuery({ ...summaryQuery(query), enabled: enabled && before !== "" }).data?.totals;
}
