/** Returns the IANA name in its usual case, aliases included; undefined for any other name and for bare offsets. */
export function ianaZone(name: string): string | undefined {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(name)) return undefined;
  try {
    if ("Temporal" in globalThis) return new Temporal.ZonedDateTime(0n, name).timeZoneId;
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
