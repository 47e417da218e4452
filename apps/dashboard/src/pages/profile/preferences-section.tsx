import { useMe } from "#api/queries.ts";
import { languages, nameLanguage } from "#i18n/languages.ts";
import { useSettings } from "#state/settings/settings.ts";
import { Section } from "#ui/form/section.tsx";
import { ZoneField } from "#parts/fields/zone-field.tsx";
import { usePreferences } from "#state/settings/use-preferences.ts";
import { weekdays } from "#time/zoned.ts";
import { type Option, Select } from "#ui/fields/select.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { useProfileWords } from "./parts/use-profile-words.ts";
import { ErrorLine } from "#ui/form/error-line.tsx";
import { weekdayNames } from "#i18n/format.ts";
import classes from "./parts/profile.module.css";

type Choice = "language" | "theme" | "weekStart" | "clock" | "durations" | "density";

export function PreferencesSection() {
  const { locale } = useSettings();
  const { organization } = useMe();
  const { preferences, change, message } = usePreferences();
  const profile = useProfileWords();
  const device: Option = ["", profile.asDevice];
  const nameOf = weekdayNames(locale);
  const choice = (name: Choice, options: readonly Option[]) => ({
    label: profile[name],
    value: preferences[name] ?? "",
    options,
    onChange: (value: string) => change(name, chosen(value)),
  });
  return (
    <Section title={profile.preferences} lead={profile.preferencesLead}>
      <div className={`${classes.fields} fields`}>
        <Select {...choice("language", [device, ...languages.map((value): Option => [value, nameLanguage(value)])])} />
        <Select {...choice("theme", [device, ...Object.entries(profile.themes)])} />
        <Select
          {...choice("weekStart", [
            ["", profile.asOrganization(nameOf(organization.weekStart))],
            ...weekdays.map((day): Option => [day, nameOf(day)]),
          ])}
        />
        <Select {...choice("clock", [device, ...Object.entries(profile.clocks)])} />
        <Select {...choice("durations", Object.entries(profile.durationForms))} />
        <Select {...choice("density", Object.entries(profile.densities))} />
        <ZoneField
          label={profile.timeZone}
          value={preferences.timeZone ?? ""}
          first={{ label: profile.asOrganization, zone: organization.timeZone }}
          onChange={(zone) => change("timeZone", chosen(zone))}
        />
      </div>
      <Checkbox
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
