import { Checkbox, NativeSelect } from "@mantine/core";
import type { Organization } from "@stint/sdk";
import { useRef, useState } from "react";
import { useSettings } from "#state/settings/settings.ts";
import { Section } from "#ui/form/section.tsx";
import { ZoneField } from "#fields/zone-field.tsx";
import { useAction } from "#ui/form/use-action.ts";
import { type Weekday, weekdays } from "#time/zoned.ts";
import type { SectionProps } from "./general-section.tsx";
import { useOrganizationChange } from "./use-organization-change.ts";
import { useWords } from "./use-words.ts";
import classes from "./organization.module.css";

type Choices = Partial<Pick<Organization, "timeZone" | "weekStart" | "workingDays">>;

/** Time zone, first day of the week and working days. Each choice is saved at once. */
export function CalendarSection({ organization, canWrite }: SectionProps) {
  const { locale } = useSettings();
  const words = useWords();
  const action = useAction();
  const change = useOrganizationChange(organization, words.saved);
  const [unsaved, setUnsaved] = useState<Choices>({});
  const saving = useRef<Promise<Organization>>(undefined);
  const { timeZone, weekStart, workingDays } = { ...organization, ...unsaved };
  const dayNames = new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" });
  // Counts from January 1, 2024, which was a Monday.
  const nameOf = (day: Weekday) => dayNames.format(Date.UTC(2024, 0, 1 + weekdays.indexOf(day)));

  /** Shows a choice at once and saves it after the previous one, because each save needs the latest version. */
  function set(body: Choices): void {
    setUnsaved((before) => ({ ...before, ...body }));
    const saved = (saving.current ?? Promise.resolve(organization)).then((latest) => change(body, latest));
    saving.current = saved;
    action.run(async () => {
      try {
        await saved;
      } finally {
        if (saving.current === saved) {
          saving.current = undefined;
          setUnsaved({});
        }
      }
    });
  }

  return (
    <Section title={words.calendar} lead={words.calendarLead}>
      <div className={classes.form}>
        <ZoneField
          label={words.timeZone}
          value={timeZone}
          onChange={(value) => set({ timeZone: value })}
          readOnly={!canWrite}
        />
        <NativeSelect
          label={words.weekStart}
          value={weekStart}
          data={weekdays.map((day) => ({ value: day, label: nameOf(day) }))}
          disabled={!canWrite}
          onChange={({ currentTarget }) => set({ weekStart: currentTarget.value as Weekday })}
        />
        <Checkbox.Group
          label={words.workingDays}
          description={words.workingDaysHint}
          value={workingDays}
          onChange={(days) => set({ workingDays: weekdays.filter((day) => days.includes(day)) })}
        >
          <div className={classes.days}>
            {weekdays.map((day) => (
              <Checkbox key={day} size="sm" value={day} label={nameOf(day)} disabled={!canWrite} />
            ))}
          </div>
        </Checkbox.Group>
        <p className={classes.dim}>{words.rounding}</p>
        <p role="alert" className={classes.error}>
          {action.message}
        </p>
      </div>
    </Section>
  );
}
