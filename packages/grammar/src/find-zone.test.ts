import assert from "node:assert/strict";
import { test } from "node:test";
import { findZone } from "./find-zone.ts";
import { ianaZone } from "./iana-zone.ts";
import { windowsZones } from "./windows-zones.ts";

const names: [name: string, zone: string | undefined][] = [
  ["Europe/Berlin", "Europe/Berlin"],
  ["europe/BERLIN", "Europe/Berlin"],
  ["America/New York", "America/New_York"],
  ["Europe/Kiev", "Europe/Kiev"],
  ["US/Eastern", "US/Eastern"],
  ["utc", "UTC"],
  ["Z", "UTC"],
  ["W. Europe Standard Time", "Europe/Berlin"],
  ['"w. europe daylight time"', "Europe/Berlin"],
  ["Eastern Standard Time", "America/New_York"],
  ["Central Standard Time (Mexico)", "America/Mexico_City"],
  ["Russia Time Zone 10", "Asia/Srednekolymsk"],
  ["/freeassociation.sourceforge.net/Europe/Vienna", "Europe/Vienna"],
  ["/softwarestudio.org/Olson_20011030_5/America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"],
  ["/Europe/Vienna", "Europe/Vienna"],
  ["tzone://Microsoft/Utc", "UTC"],
  ["Zurich", "Europe/Zurich"],
  [" Zürich ", "Europe/Zurich"],
  ["São Paulo", "America/Sao_Paulo"],
  ["Kolkata", "Asia/Kolkata"],
  ["GMT+0200", "Etc/GMT-2"],
  ["GMT-5", "Etc/GMT+5"],
  ["UTC+01:00", "Etc/GMT-1"],
  ["UTC−03:00", "Etc/GMT+3"],
  ["+0000", "UTC"],
  ["UTC+05:30", "Asia/Kolkata"],
  ["-09:30", "Pacific/Marquesas"],
  ["Etc/GMT+2", "Etc/GMT+2"],
  ["(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "Europe/Amsterdam"],
  ["(UTC+01:00) Amsterdam, Berlin, Bern, Rom, Stockholm, Wien", "Europe/Amsterdam"],
  ["(GMT+01.00) Sarajevo/Warsaw/Zagreb", "Europe/Sarajevo"],
  ["(UTC) Dublin, Edinburgh, Lisbon, London", "Europe/Dublin"],
  ["(GMT) Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London", "Europe/Dublin"],
  ["(UTC-05:00) Eastern Time (US & Canada)", "America/New_York"],
  ["(UTC-04:00) Atlantic Time (Canada)", "America/Halifax"],
  ["(UTC-03:00) City of Buenos Aires", "America/Buenos_Aires"],
  ["(UTC-07:00) Chihuahua, La Paz, Mazatlan", "America/Mazatlan"],
  ["(UTC-07:00) Arizona", "America/Phoenix"],
  ["(UTC-05:00) Indiana (East)", "America/Indianapolis"],
  ["(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi", "Asia/Kolkata"],
  ["(UTC-02:00) Coordinated Universal Time-02", "Etc/GMT+2"],
  ["(UTC) Coordinated Universal Time", "UTC"],
  ["(UTC+13:00) Samoa", "Pacific/Apia"],
  // Summer time is unknown in these, so the offset alone would be wrong for half a year.
  ["(UTC-05:00) Hora del este (EE. UU. y Canadá)", undefined],
  ["GMT-0330", undefined],
  ["UTC+19:00", undefined],
  ["Customized Time Zone", undefined],
  ["Plant 7", undefined],
  ["Etc/Unknown", undefined],
  ["Factory", undefined],
  ["West", undefined],
  ["Mars/Base", undefined],
  ["", undefined],
  ["/".repeat(100_000), undefined],
];

test("a time zone is found by every name that calendars and systems give it", () => {
  for (const [name, zone] of names) assert.equal(findZone(name), zone, name.slice(0, 80));
});

test("each of Windows' names stands for a zone of the IANA database", () => {
  assert.equal(windowsZones.size, 146);
  for (const [name, zone] of windowsZones) assert.equal(ianaZone(zone), zone, name);
});
