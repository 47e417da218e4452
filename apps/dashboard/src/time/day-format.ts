const formats = new Map<string, Intl.DateTimeFormat>();

/** A formatter for calendar days, given as instants in UTC. Kept, because creating one takes longer than many uses. */
export function dayFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${Object.entries(options).join(" ")}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
  formats.set(key, format);
  return format;
}
