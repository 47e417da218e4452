import { NativeSelect, Switch } from "@mantine/core";
import { useMe } from "#api/queries.ts";
import { languages, nameLanguage } from "#i18n/languages.ts";
import { useSettings } from "#state/settings/settings.ts";
import { Section } from "#ui/form/section.tsx";
import { ZoneField } from "#fields/zone-field.tsx";
import { usePreferences } from "#state/settings/use-preferences.ts";
import { useProfileWords } from "./use-profile-words.ts";
import classes from "./profile.module.css";

const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

export function PreferencesSection() {
  const { locale } = useSettings();
  const { organization } = useMe();
  const { preferences, change, message } = usePreferences();
  const profile = useProfileWords();
  const device = { value: "", label: profile.asDevice };
  const dayNames = new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" });
  // Counts from January 1, 2024, which was a Monday.
  const nameOf = (day: (typeof weekdays)[number]) => dayNames.format(Date.UTC(2024, 0, 1 + weekdays.indexOf(day)));
  return (
    <Section title={profile.preferences} lead={profile.preferencesLead}>
      <div className={classes.fields}>
        <NativeSelect
          label={profile.language}
          value={preferences.language ?? ""}
          data={[device, ...languages.map((value) => ({ value, label: nameLanguage(value) }))]}
          onChange={({ currentTarget }) => change("language", chosen(currentTarget.value))}
        />
        <NativeSelect
          label={profile.theme}
          value={preferences.theme ?? ""}
          data={[device, ...optionsOf(profile.themes)]}
          onChange={({ currentTarget }) => change("theme", chosen(currentTarget.value))}
        />
        <NativeSelect
          label={profile.weekStart}
          value={preferences.weekStart ?? ""}
          data={[
            { value: "", label: profile.asOrganization(nameOf(organization.weekStart)) },
            ...weekdays.map((day) => ({ value: day, label: nameOf(day) })),
          ]}
          onChange={({ currentTarget }) => change("weekStart", chosen(currentTarget.value))}
        />
        <NativeSelect
          label={profile.clock}
          value={preferences.clock ?? ""}
          data={[device, ...optionsOf(profile.clocks)]}
          onChange={({ currentTarget }) => change("clock", chosen(currentTarget.value))}
        />
        <NativeSelect
          label={profile.durations}
          value={preferences.durations}
          data={optionsOf(profile.durationForms)}
          onChange={({ currentTarget }) => change("durations", currentTarget.value as "clock" | "decimal")}
        />
        <ZoneField
          label={profile.timeZone}
          value={preferences.timeZone ?? ""}
          first={{ label: profile.asOrganization, zone: organization.timeZone }}
          onChange={(zone) => change("timeZone", chosen(zone))}
        />
      </div>
      <Switch
        classNames={{ thumb: classes.thumb }}
        label={profile.shortcuts}
        description={profile.shortcutsHint}
        checked={preferences.shortcuts}
        onChange={({ currentTarget }) => change("shortcuts", currentTarget.checked)}
      />
      <p role="alert" className={classes.error}>
        {message}
      </p>
    </Section>
  );
}

function optionsOf(names: Readonly<Record<string, string>>): { value: string; label: string }[] {
  return Object.entries(names).map(([value, label]) => ({ value, label }));
}

/** Returns the value of an option, or null for the option that follows the device or the organization. */
function chosen<Value extends string>(value: string): Value | null {
  return value === "" ? null : (value as Value);
}
