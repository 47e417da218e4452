import { ianaZone } from "@stint/grammar/iana-zone.ts";

const known = new Map<string, string>();

/** The zone or, if this browser doesn't know it, the device's: the server may know newer ones, which Intl rejects. */
export function knownZone(zone: string): string {
  const found = known.get(zone) ?? (ianaZone(zone) === undefined ? (findDeviceZone() ?? "UTC") : zone);
  known.set(zone, found);
  return found;
}

/**
 * The time zone of the device. Undefined if the system reports none, or one that doesn't exist, such as `Etc/Unknown`.
 */
export function findDeviceZone(): string | undefined {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions() as { timeZone?: string };
  return ianaZone(timeZone ?? "");
}
