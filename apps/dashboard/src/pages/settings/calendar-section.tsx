import type { Organization } from "@stint/sdk";
import { useRef, useState } from "react";
import { useSettings } from "#state/settings/settings.ts";
import { Section } from "#ui/form/section.tsx";
import { ZoneField } from "#parts/fields/zone-field.tsx";
import { useAction } from "#ui/form/use-action.ts";
import { type Weekday, weekdays } from "#time/zoned.ts";
import { CheckGroup, Checkbox } from "#ui/fields/checkbox.tsx";
import { Select } from "#ui/fields/select.tsx";
import type { SectionProps } from "./general-section.tsx";
import { useOrganizationChange } from "./use-organization-change.ts";
import { useOrganizationWords } from "#i18n/words/use-organization-words.ts";
import { ErrorLine } from "#ui/form/error-line.tsx";
import { weekdayNames } from "#i18n/format.ts";

type Choices = Partial<Pick<Organization, "timeZone" | "weekStart" | "workingDays">>;

/** Time zone, first day of the week and working days. Each choice is saved at once. */
export function CalendarSection({ organization, canWrite }: SectionProps) {
  const { locale } = useSettings();
  const words = useOrganizationWords();
  const { calendar, set, message } = useCalendarChange(organization);
  const { timeZone, weekStart, workingDays } = calendar;
  const nameOf = weekdayNames(locale);
  return (
    <Section title={words.calendar} lead={words.calendarLead}>
      <div className="form">
        <ZoneField
          label={words.timeZone}
          value={timeZone}
          onChange={(value) => set({ timeZone: value })}
          readOnly={!canWrite}
        />
        <Select
          label={words.weekStart}
          value={weekStart}
          options={weekdays.map((day) => [day, nameOf(day)])}
          disabled={!canWrite}
          onChange={(value) => set({ weekStart: value as Weekday })}
        />
        <CheckGroup isShort label={words.workingDays} hint={words.workingDaysHint}>
          {weekdays.map((day) => (
            <Checkbox
              key={day}
              label={nameOf(day)}
              checked={workingDays.includes(day)}
              disabled={!canWrite}
              onChange={(isOn) =>
                set({ workingDays: weekdays.filter((each) => (each === day ? isOn : workingDays.includes(each))) })
              }
            />
          ))}
        </CheckGroup>
        <p className="dim">{words.rounding}</p>
        <ErrorLine>{message}</ErrorLine>
      </div>
    </Section>
  );
}

/** The choices as the person sees them, with those that are not saved yet. */
function useCalendarChange(organization: Organization) {
  const words = useOrganizationWords();
  const action = useAction();
  const change = useOrganizationChange(organization, words.saved);
  const [unsaved, setUnsaved] = useState<Choices>({});
  const saving = useRef<Promise<Organization>>(undefined);

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

  return { calendar: { ...organization, ...unsaved }, set, message: action.message };
}
