import { may } from "#identity/access.ts";
import { type Sql, sql } from "#platform/database/database.ts";
import { spanOfDay } from "#platform/time.ts";
import { texts } from "#texts/texts.ts";
import { dayName } from "#tracking/notices/kind/formats.ts";
import type { Kind } from "#tracking/notices/kind/kind.ts";

interface Facts {
  date: string;
  timeZone: string;
}

export const timeMissing: Kind<"time_missing", Facts> = {
  name: "time_missing",
  docs: {
    when: "after a working day without any time, on the morning of the next working day",
    recipients: "everyone except viewers",
  },
  occasionOf: ({ facts }) => facts.date,
  isReadableBy: (actor) => may(actor, "time-entries:read"),
  isStillTrue({ facts: { date, timeZone } }) {
    const { startsAt, endsAt } = spanOfDay(date, timeZone);
    return sql`not ${hasTime(startsAt, endsAt)}`;
  },
  write({ facts: { date } }, reading) {
    const { title, text, action } = texts[reading.language].notices.time_missing;
    return { title: title(dayName(date, reading)), text, action, path: `/time?from=${date}&to=${date}` };
  },
};

/**
 * Returns a condition: the member `m` tracked time between two instants. Searches entries only one week back, because
 * only a forgotten timer creates longer ones.
 */
export function hasTime(startsAt: string, endsAt: string): Sql {
  return sql`(exists (select 1 from time_entries e
                       where e.org_id = m.org_id and e.user_id = m.user_id and e.deleted_at is null
                         and e.started_at < ${endsAt} and e.started_at >= ${startsAt}::timestamptz - interval '7 days'
                         and (e.started_at >= ${startsAt} or e.started_at + e.duration_seconds * interval '1 second' > ${startsAt}))
              or exists (select 1 from timers t
                          where t.org_id = m.org_id and t.user_id = m.user_id and t.started_at < ${endsAt}))`;
}
