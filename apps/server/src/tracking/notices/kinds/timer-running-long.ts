import { may } from "#identity/access.ts";
import type { Language } from "#identity/me/languages.ts";
import { sql } from "#platform/database/database.ts";
import { hoursText, instantText } from "#tracking/notices/kind/formats.ts";
import type { Kind, KindTexts } from "#tracking/notices/kind/kind.ts";

/** `day` is the day of the reminder, because a running timer causes one reminder a day. */
interface Facts {
  startedAt: string;
  day: string;
}

interface Texts extends KindTexts {
  title: (duration: string) => string;
  text: (since: string) => string;
  action: string;
}

const texts: Record<Language, Texts> = {
  en: {
    title: (duration) => `Your timer has been running for ${duration}`,
    text: (since) => `It has been running since ${since}. Did you forget to stop it?`,
    action: "Stop the timer",
    mails: "Forgotten timer",
    choice: "Forgotten timer",
    hint: "When your timer has been running for ten hours.",
  },
  de: {
    title: (duration) => `Ihr Timer läuft seit ${duration}`,
    text: (since) => `Er läuft seit ${since}. Haben Sie vergessen, ihn zu stoppen?`,
    action: "Timer stoppen",
    mails: "Vergessener Timer",
    choice: "Vergessener Timer",
    hint: "Wenn Ihr Timer seit zehn Stunden läuft.",
  },
  fr: {
    title: (duration) => `Votre minuteur tourne depuis ${duration}`,
    text: (since) => `Il tourne depuis ${since}. Avez-vous oublié de l’arrêter ?`,
    action: "Arrêter le minuteur",
    mails: "Minuteur oublié",
    choice: "Minuteur oublié",
    hint: "Quand votre minuteur tourne depuis dix heures.",
  },
};

export const timerRunningLong: Kind<"timer_running_long", Facts> = {
  name: "timer_running_long",
  docs: {
    when: "when a timer has been running for ten hours, and after each further day",
    recipients: "the timer's member",
  },
  texts,
  occasionOf: ({ facts }) => `${facts.startedAt} ${facts.day}`,
  isReadableBy: (actor) => may(actor, "time-entries:read"),
  isStillTrue: ({ facts }) =>
    sql`exists (select 1 from timers t where t.org_id = m.org_id and t.user_id = m.user_id
                   and t.started_at = ${facts.startedAt})`,
  write({ facts, created_at: createdAt }, reading) {
    const startedMs = Date.parse(facts.startedAt);
    const { title, text, action } = texts[reading.language];
    const hours = hoursText((Date.parse(createdAt) - startedMs) / 3_600_000, reading);
    return { title: title(hours), text: text(instantText(startedMs, reading)), action, path: "/notices" };
  },
};
