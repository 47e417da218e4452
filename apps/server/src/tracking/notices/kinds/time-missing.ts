import { may } from "#identity/access.ts";
import type { Language } from "#identity/me/languages.ts";
import { type Sql, sql } from "#platform/database/database.ts";
import { spanOfDay } from "#platform/time.ts";
import { dayName } from "#tracking/notices/kind/formats.ts";
import type { Kind, KindTexts } from "#tracking/notices/kind/kind.ts";

interface Facts {
  date: string;
  timeZone: string;
}

interface Texts extends KindTexts {
  title: (day: string) => string;
  text: string;
  action: string;
}

const texts: Record<Language, Texts> = {
  en: {
    title: (day) => `No time on ${day}`,
    text: "You haven’t tracked any time on this day.",
    action: "Add time",
    mails: "Missing time",
    choice: "Missing time",
    hint: "On the morning after a working day on which you didn’t track any time.",
  },
  de: {
    title: (day) => `Keine Zeit am ${day}`,
    text: "An diesem Tag ist noch keine Zeit erfasst.",
    action: "Zeit nachtragen",
    mails: "Fehlende Zeit",
    choice: "Fehlende Zeit",
    hint: "Am Morgen nach einem Arbeitstag, an dem Sie keine Zeit erfasst haben.",
  },
  fr: {
    title: (day) => `Aucun temps saisi ${day}`,
    text: "Vous n’avez saisi aucun temps ce jour-là.",
    action: "Ajouter du temps",
    mails: "Temps manquant",
    choice: "Temps manquant",
    hint: "Le matin qui suit un jour ouvré pour lequel vous n’avez pas enregistré de temps.",
  },
};

export const timeMissing: Kind<"time_missing", Facts> = {
  name: "time_missing",
  docs: {
    when: "after a working day without any time, on the morning of the next working day",
    recipients: "everyone except viewers",
  },
  texts,
  occasionOf: ({ facts }) => facts.date,
  isReadableBy: (actor) => may(actor, "time-entries:read"),
  isStillTrue({ facts: { date, timeZone } }) {
    const { startsAt, endsAt } = spanOfDay(date, timeZone);
    return sql`not ${hasTime(startsAt, endsAt)}`;
  },
  write({ facts: { date } }, reading) {
    const { title, text, action } = texts[reading.language];
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
