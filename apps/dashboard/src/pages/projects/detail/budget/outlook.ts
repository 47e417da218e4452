import type { Format } from "#i18n/format.ts";
import type { Forecast } from "#parts/figures/forecast/forecast.ts";
import type { project } from "#i18n/en/project.ts";

/** The sentences that say how long a budget will last. */
export function outlookOf(
  forecast: Forecast,
  limit: number,
  words: typeof project,
  format: Format,
  show: (amount: number) => string,
): string[] {
  switch (forecast.kind) {
    case "usedUp":
      return [forecast.on === undefined ? words.usedUp : words.usedUpOn(format.date(forecast.on))];
    case "none":
      return [forecast.reason === "nothingTracked" ? words.noneTracked : words.tooYoung];
    case "runsOut": {
      const { on, earliest, latest } = forecast;
      const first = words.runsOut(format.date(on));
      if (earliest === undefined) return [first];
      if (latest === undefined) return [first, words.notBefore(format.date(earliest))];
      return earliest === latest ? [first] : [first, words.between(format.date(earliest), format.date(latest))];
    }
    case "lasts": {
      const { until, projected, earliest } = forecast;
      const chance = earliest === undefined ? [] : [words.mayRunOut(format.date(earliest))];
      if (until === null || projected === undefined) return [words.lastsLong, ...chance];
      return [words.lastsPeriod(format.date(until), show(projected), format.percent(projected / limit)), ...chance];
    }
  }
}
