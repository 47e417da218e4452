/** Converts a Retry-After header (RFC 9110 §10.2.3: seconds or a date) to milliseconds; undefined if it is neither. */
export function readRetryAfter(header: string, nowMs: number): number | undefined {
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // Date.parse accepts nearly anything, such as "5", so the format is checked first.
  const date = /^[A-Z][a-z]{2,8}, .*\d{2}:\d{2}:\d{2} GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}
