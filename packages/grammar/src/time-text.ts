const two = (value: number): string => String(value).padStart(2, "0");

/** Formats minutes after midnight as `09:05`. */
export function clockText(minutes: number): string {
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Formats a duration as `1:30`, or as `1:30:15` if it has seconds. */
export function exactDuration(seconds: number): string {
  const whole = Math.abs(seconds);
  const rest = whole % 60;
  const minutes = Math.floor(whole / 60);
  return `${seconds < 0 ? "-" : ""}${Math.floor(minutes / 60)}:${two(minutes % 60)}${rest === 0 ? "" : `:${two(rest)}`}`;
}

export type DurationStyle = "clock" | "decimal";

/**
 * Formats seconds for people: `1:30`, or `1.50`. With a `language`, a thousand hours and more have its separators:
 * `1,563:06`. Cuts clock durations to whole minutes instead of rounding them, so parts never appear to exceed their sum.
 * Totals must be computed from seconds, never from displayed values.
 */
export function formatDuration(seconds: number, style: DurationStyle, language?: string): string {
  if (style === "decimal")
    return new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
      seconds / 3600,
    );
  const minutes = Math.floor(Math.abs(seconds) / 60);
  const hours = Math.floor(minutes / 60);
  const grouped = hours < 1000 || language === undefined ? hours : new Intl.NumberFormat(language).format(hours);
  return `${seconds < 0 ? "−" : ""}${grouped}:${two(minutes % 60)}`;
}
