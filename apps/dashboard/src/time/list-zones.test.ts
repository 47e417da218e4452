import assert from "node:assert/strict";
import { test } from "node:test";
import { listZones } from "./list-zones.ts";

test("zones are listed once, by current names that the platform knows", () => {
  const zones = listZones();
  assert.ok(zones.length > 400);
  assert.equal(new Set(zones).size, zones.length);
  for (const zone of ["UTC", "Asia/Kolkata", "Asia/Kathmandu", "Europe/Kyiv", "America/New_York"])
    assert.ok(zones.includes(zone), zone);
  assert.ok(!zones.includes("Asia/Calcutta"));
  for (const zone of zones) assert.ok(new Intl.DateTimeFormat("en", { timeZone: zone }), zone);
});
