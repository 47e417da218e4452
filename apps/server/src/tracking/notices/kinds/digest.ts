import { reachesOthers } from "#identity/access.ts";
import { texts } from "#texts/texts.ts";
import { dayName } from "#tracking/notices/kind/formats.ts";
import type { Kind } from "#tracking/notices/kind/kind.ts";

/** The first and last day of the week. */
export interface DigestFacts {
  from: string;
  to: string;
}

export const digest: Kind<"digest", DigestFacts> = {
  name: "digest",
  docs: {
    when: "on the morning of the first working day of each week, with each person's hours in the last week",
    recipients: "people who may see other people's time",
  },
  occasionOf: ({ facts }) => facts.from,
  isReadableBy: (actor) => reachesOthers(actor, "time-entries:read"),
  write({ facts: { from, to } }, reading, now) {
    const { title, week, text, action } = texts[reading.language].notices.digest;
    const path = `/reports?from=${from}&to=${to}&groupBy=user`;
    return { title: title(week(dayName(from, reading, now))), text, action, path };
  },
};
