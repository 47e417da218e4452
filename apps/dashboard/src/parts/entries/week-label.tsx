import { formatDays } from "#i18n/formats/format-days.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { addDays } from "#time/zoned.ts";

/** `Week 47 · 16–22 November`: the ISO week that contains most of the days. */
export function WeekLabel({ week }: { week: string }) {
  const text = useText();
  const { locale } = useSettings();
  const number = Temporal.PlainDate.from(addDays(week, 3)).weekOfYear;
  const range = formatDays(week, addDays(week, 6), locale, { day: "numeric", month: "long" });
  return <p className="dim">{text.entries.weekOf(String(number), range)}</p>;
}
