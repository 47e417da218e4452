import { useMemo } from "react";
import { withFrenchFirst } from "#i18n/formats/french-first.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { dayFormat } from "#time/day-format.ts";
import { addDays } from "#time/zoned.ts";

/** `Week 47 · 16–22 November`: the ISO week that contains most of the days. */
export function WeekLabel({ week }: { week: string }) {
  const text = useText();
  const { locale } = useSettings();
  const label = useMemo(() => {
    const days = dayFormat(locale, { day: "numeric", month: "long" });
    const utc = (day: string) => new Date(`${day}T00:00:00Z`);
    const number = Temporal.PlainDate.from(addDays(week, 3)).weekOfYear;
    const range = withFrenchFirst(days.formatRange(utc(week), utc(addDays(week, 6))), locale);
    return text.entries.weekOf(String(number), range);
  }, [week, locale, text]);
  return <p className="dim">{label}</p>;
}
