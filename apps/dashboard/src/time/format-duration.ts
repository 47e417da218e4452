export type DurationStyle = "clock" | "decimal";

/**
 * Seconds as a person reads them: `1:30`, or `1.5` with the separator of `language`. Whole minutes are shown, cut and
 * not rounded, so that parts never show more than their sum; a total is made of seconds, never of what is shown.
 */
export function formatDuration(seconds: number, style: DurationStyle, language: string): string {
  if (style === "decimal")
    return new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
      seconds / 3600,
    );
  const minutes = Math.floor(Math.abs(seconds) / 60);
  return `${seconds < 0 ? "−" : ""}${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}

/** A running time, to the second: `1:15:18`. */
export function formatRunning(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, "0");
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}
