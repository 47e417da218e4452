import { findZone } from "@stint/grammar/find-zone.ts";

/** The time zone of the device. Undefined if its system has none that exists, such as `Etc/Unknown` or `Factory`. */
export function findDeviceZone(): string | undefined {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions() as { timeZone?: string };
  return findZone(timeZone ?? "");
}
