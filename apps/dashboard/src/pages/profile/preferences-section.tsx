import { useMe } from "#api/queries.ts";
import { languages, nameLanguage } from "#i18n/languages.ts";
import { useSettings } from "#state/settings/settings.ts";
import { Section } from "#ui/form/section.tsx";
import { ZoneField } from "#parts/fields/zone-field.tsx";
import { usePreferences } from "#state/settings/use-preferences.ts";
import { weekdays } from "#time/zoned.ts";
import { type Option, Select } from "#ui/fields/select.tsx";
import { Switch } from "#ui/fields/checkbox.tsx";
import { useProfileWords } from "./parts/use-profile-words.ts";
import { ErrorLine } from "#ui/form/error-line.tsx";
import { weekdayNames } from "#i18n/format.ts";
import classes from "./parts/profile.module.css";

export function PreferencesSection() {
  const { locale } = useSettings();
  const { organization } = useMe();
  const { preferences, change, message } = usePreferences();
  const profile = useProfileWords();
  const device: Option = ["", profile.asDevice];
  const nameOf = weekdayNames(locale);
  return (
    <Section title={profile.preferences} lead={profile.preferencesLead}>
      <div className={`${classes.fields} fields`}>
        <Select
          label={profile.language}
          value={preferences.language ?? ""}
          options={[device, ...languages.map((value): Option => [value, nameLanguage(value)])]}
          onChange={(value) => change("language", chosen(value))}
        />
        <Select
          label={profile.theme}
          value={preferences.theme ?? ""}
          options={[device, ...Object.entries(profile.themes)]}
          onChange={(value) => change("theme", chosen(value))}
        />
        <Select
          label={profile.weekStart}
          value={preferences.weekStart ?? ""}
          options={[
            ["", profile.asOrganization(nameOf(organization.weekStart))],
            ...weekdays.map((day): Option => [day, nameOf(day)]),
          ]}
          onChange={(value) => change("weekStart", chosen(value))}
        />
        <Select
          label={profile.clock}
          value={preferences.clock ?? ""}
          options={[device, ...Object.entries(profile.clocks)]}
          onChange={(value) => change("clock", chosen(value))}
        />
        <Select
          label={profile.durations}
          value={preferences.durations}
          options={Object.entries(profile.durationForms)}
          onChange={(value) => change("durations", value as "clock" | "decimal")}
        />
        <Select
          label={profile.density}
          value={preferences.density}
          options={Object.entries(profile.densities)}
          onChange={(value) => change("density", value as "compact" | "comfortable")}
        />
        <ZoneField
          label={profile.timeZone}
          value={preferences.timeZone ?? ""}
          first={{ label: profile.asOrganization, zone: organization.timeZone }}
          onChange={(zone) => change("timeZone", chosen(zone))}
        />
      </div>
      <Switch
        label={profile.shortcuts}
        hint={profile.shortcutsHint}
        checked={preferences.shortcuts}
        onChange={(isChecked) => change("shortcuts", isChecked)}
      />
      <ErrorLine>{message}</ErrorLine>
    </Section>
  );
}

/** Returns the value of an option, or null for the option that follows the device or the organization. */
function chosen<Value extends string>(value: string): Value | null {
  return value === "" ? null : (value as Value);
}
