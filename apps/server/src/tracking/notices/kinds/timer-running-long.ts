import { may } from "#identity/access.ts";
import { sql } from "#platform/database/database.ts";
import { texts } from "#texts/texts.ts";
import { hoursText, instantText } from "#tracking/notices/kind/formats.ts";
import type { Kind } from "#tracking/notices/kind/kind.ts";

/** `day` is the day of the reminder, because a running timer causes one reminder a day. */
interface Facts {
  startedAt: string;
  day: string;
}

export const timerRunningLong: Kind<"timer_running_long", Facts> = {
  name: "timer_running_long",
  docs: {
    when: "when a timer has been running for ten hours, and after each further day",
    recipients: "the timer's member",
  },
  occasionOf: ({ facts }) => `${facts.startedAt} ${facts.day}`,
  isReadableBy: (actor) => may(actor, "time-entries:read"),
  isStillTrue: ({ facts }) =>
    sql`exists (select 1 from timers t where t.org_id = m.org_id and t.user_id = m.user_id
                   and t.started_at = ${facts.startedAt})`,
  write({ facts, created_at: createdAt }, reading) {
    const startedMs = Date.parse(facts.startedAt);
    const { title, text, action } = texts[reading.language].notices.timer_running_long;
    const hours = hoursText((Date.parse(createdAt) - startedMs) / 3_600_000, reading);
    return { title: title(hours), text: text(instantText(startedMs, reading)), action, path: "/notices" };
  },
};
