// Finds time zones by all the names that calendars, programs and systems use for them.

import { ianaZone } from "./iana-zone.ts";
import { windowsZones } from "./windows-zones.ts";
import { offsetsOf } from "./zone.ts";

const regions = ["Africa", "America", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"];
/** Names of Australian zones that are not names of cities. */
const notCities = /^(?:north|south|west|victoria)$/i;

/** Zones that have the same offset all year, for offsets that no `Etc` zone has. */
const unusualOffsets: Record<string, string> = {
  "-9:30": "Pacific/Marquesas",
  "+3:30": "Asia/Tehran",
  "+4:30": "Asia/Kabul",
  "+5:30": "Asia/Kolkata",
  "+5:45": "Asia/Kathmandu",
  "+6:30": "Asia/Yangon",
  "+8:45": "Australia/Eucla",
  "+9:30": "Australia/Darwin",
};
const offsetName = /^\(?(?:UTC|GMT)? ?([+−-])(\d{1,2})(?:[:.]?(\d\d))?\)?(.*)$/i;

/**
 * Returns the IANA zone that a name stands for: an IANA name, also at the end of a path; a name of Windows or Outlook;
 * a city; or an offset, which counts eastwards as in ISO 8601 ("GMT+0200" is `Etc/GMT-2`). Returns undefined if the
 * zone is unknown or could only be guessed.
 */
export function findZone(name: string): string | undefined {
  const given = name.trim().replaceAll(/^"|"$/g, "");
  if (/^(?:z|\((?:utc|gmt)\) coordinated universal time)$/i.test(given)) return "UTC";
  return zoneOfPath(given) ?? zoneOfWindows(given) ?? zoneOfOffset(given) ?? zoneOfCity(given);
}

function zoneOfPath(path: string): string | undefined {
  const parts = path.replaceAll(" ", "_").split("/").slice(-3);
  return parts.map((_, first) => ianaZone(parts.slice(first).join("/"))).find((zone) => zone !== undefined);
}

function zoneOfWindows(name: string): string | undefined {
  if (!/ (?:standard|daylight) time|^russia time zone/i.test(name)) return undefined;
  return windowsZones.get(name.toLowerCase().replace(/ (?:standard|daylight) time/, ""));
}

/** Finds the zone of "UTC+02:00", or of one of the places in "(UTC+01:00) Amsterdam, Berlin" that has this offset. */
function zoneOfOffset(name: string): string | undefined {
  const [, sign = "", digits = "", minutes = "00", rest = ""] =
    offsetName.exec(name.replace(/^\((?:UTC|GMT)\)/i, "(UTC+0)")) ?? [];
  if (sign === "") return undefined;
  const hours = Number(digits);
  const isWest = sign !== "+";
  const places = rest.replaceAll(/\([^)]*\)/g, "").trim();
  if (places === "" || /^coordinated universal time/i.test(places)) {
    if (minutes !== "00") return unusualOffsets[`${isWest ? "-" : "+"}${hours}:${minutes}`];
    return hours === 0 ? "UTC" : ianaZone(`Etc/GMT${isWest ? "+" : "-"}${hours}`);
  }
  const offsetMs = (isWest ? -1 : 1) * (hours * 60 + Number(minutes)) * 60_000;
  return places
    .split(/[,;:/]/)
    .map((place) => place.trim().replace(/^city of | (?:time|islands?)$/gi, ""))
    .map((place) => windowsZones.get(place.toLowerCase()) ?? zoneOfCity(place))
    .find((zone) => zone !== undefined && standardOffset(zone) === offsetMs);
}

function standardOffset(zone: string): number {
  const offsetAt = offsetsOf(zone);
  return Math.min(offsetAt(Date.UTC(2026, 0, 1)), offsetAt(Date.UTC(2026, 6, 1)));
}

function zoneOfCity(name: string): string | undefined {
  if (notCities.test(name)) return undefined;
  const city = name.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll(" ", "_");
  return regions.map((region) => ianaZone(`${region}/${city}`)).find((zone) => zone !== undefined);
}
