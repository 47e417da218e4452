import { ianaZone } from "@stint/grammar/iana-zone.ts";
import { findDeviceZone } from "./device-zone.ts";

const known = new Map<string, string>();

/** The zone or, if this browser doesn't know it, the device's: the server may know newer ones, which Intl rejects. */
export function knownZone(zone: string): string {
  const found = known.get(zone) ?? (ianaZone(zone) === undefined ? (findDeviceZone() ?? "UTC") : zone);
  known.set(zone, found);
  return found;
}
