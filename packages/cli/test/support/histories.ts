// Instants near clock changes, where splitting entries into days is most likely to go wrong.
import fc from "fast-check";

/**
 * Time zones in which clocks change at midnight, by half an hour, by a whole day, in the southern hemisphere, during
 * Ramadan, or never.
 */
export const zones = [
  "Europe/Berlin",
  "America/New_York",
  "America/Havana",
  "America/Sao_Paulo",
  "Africa/Cairo",
  "Africa/Casablanca",
  "Asia/Kathmandu",
  "Asia/Beirut",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "America/Santiago",
  "Antarctica/Troll",
  "UTC",
];

const hourMs = 3_600_000;

const changes = zones.flatMap((zone) => {
  const found: number[] = [];
  for (const year of [2011, 2017, 2024, 2026]) {
    let at = Temporal.ZonedDateTime.from({ year, month: 1, day: 1, timeZone: zone });
    for (let count = 0; count < 2; count++) {
      const next = at.getTimeZoneTransition("next");
      if (next === null) break;
      found.push(next.epochMilliseconds);
      at = next;
    }
  }
  return found;
});

export const instants: fc.Arbitrary<number> = fc.oneof(
  fc.integer({ min: Date.UTC(2010, 0, 1), max: Date.UTC(2027, 0, 1) }),
  fc.tuple(fc.constantFrom(...changes), fc.integer({ min: -30 * hourMs, max: 30 * hourMs })).map(([at, by]) => at + by),
  fc.tuple(fc.constantFrom(...changes), fc.constantFrom(-1, 0, 1, hourMs, -hourMs)).map(([at, by]) => at + by),
);
