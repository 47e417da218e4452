import { ianaZone } from "@stint/grammar/iana-zone.ts";

/**
 * The time zone of the device. Undefined if the system reports none, or one that doesn't exist, such as `Etc/Unknown`.
 */
export function findDeviceZone(): string | undefined {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions() as { timeZone?: string };
  return ianaZone(timeZone ?? "");
}
