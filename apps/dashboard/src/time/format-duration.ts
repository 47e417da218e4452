export type DurationStyle = "clock" | "decimal";

/**
 * Formats seconds for people: `1:30`, or `1.50` with the decimal separator of `language`. Cuts clock durations to whole
 * minutes instead of rounding them, so parts never appear to exceed their sum. Totals must be computed from seconds,
 * never from displayed values.
 */
export function formatDuration(seconds: number, style: DurationStyle, language: string): string {
  if (style === "decimal")
    return new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
      seconds / 3600,
    );
  const minutes = Math.floor(Math.abs(seconds) / 60);
  return `${seconds < 0 ? "−" : ""}${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}

/** Formats a running time to the second: `1:15:18`. */
export function formatRunning(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, "0");
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}
