import { ianaZone } from "@stint/grammar/find-zone.ts";
import { findDeviceZone } from "./device-zone.ts";

const known = new Map<string, string>();

/** The zone or, if it is newer than this browser, the device's, because Intl throws if it doesn't know a zone. */
export function knownZone(zone: string): string {
  const found = known.get(zone) ?? (ianaZone(zone) === undefined ? (findDeviceZone() ?? "UTC") : zone);
  known.set(zone, found);
  return found;
}
