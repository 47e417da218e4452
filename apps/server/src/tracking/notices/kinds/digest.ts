import { reachesOthers } from "#identity/access.ts";
import type { Language } from "#identity/me/languages.ts";
import { dayName } from "#tracking/notices/kind/formats.ts";
import type { Kind, KindTexts } from "#tracking/notices/kind/kind.ts";

/** The first and last day of the week. */
export interface DigestFacts {
  from: string;
  to: string;
}

interface Texts extends KindTexts {
  title: (week: string) => string;
  week: (day: string) => string;
  text: string;
  total: (people: number, duration: string) => string;
  nobody: string;
  more: (people: number) => string;
  action: string;
}

export const digestTexts: Record<Language, Texts> = {
  en: {
    week: (day) => `week of ${day}`,
    title: (week) => `Your team’s ${week}`,
    text: "This is how much time everyone tracked.",
    total: (people, duration) => `${people === 1 ? "1 person" : `${people} people`}, ${duration} in total`,
    nobody: "Nobody tracked any time.",
    more: (people) => `and ${people} more`,
    action: "Open the report",
    mails: "Weekly summary",
    choice: "Weekly summary of your team",
    hint: "On Mondays, for people who can see others’ time.",
  },
  de: {
    week: (day) => `Woche ab ${day}`,
    title: (week) => `Ihr Team in der ${week}`,
    text: "So viel Zeit haben alle erfasst.",
    total: (people, duration) => `${people === 1 ? "1 Person" : `${people} Personen`}, insgesamt ${duration}`,
    nobody: "Niemand hat Zeit erfasst.",
    more: (people) => `und ${people} weitere`,
    action: "Bericht öffnen",
    mails: "Wochenübersicht",
    choice: "Wochenübersicht Ihres Teams",
    hint: "Montags, für alle, die die Zeiten anderer sehen.",
  },
  fr: {
    week: (day) => `semaine du ${day}`,
    title: (week) => `Votre équipe : ${week}`,
    text: "Le temps que chacun a saisi.",
    total: (people, duration) => `${people === 1 ? "1 personne" : `${people} personnes`}, ${duration} au total`,
    nobody: "Personne n’a saisi de temps.",
    more: (people) => `et ${people} de plus`,
    action: "Ouvrir le rapport",
    mails: "Résumé de la semaine",
    choice: "Résumé hebdomadaire de votre équipe",
    hint: "Le lundi, pour les personnes qui voient le temps des autres.",
  },
};

export const digest: Kind<"digest", DigestFacts> = {
  name: "digest",
  docs: {
    when: "on the morning of the first working day of each week, with each person's hours in the last week",
    recipients: "people who may see other people's time",
  },
  texts: digestTexts,
  occasionOf: ({ facts }) => facts.from,
  isReadableBy: (actor) => reachesOthers(actor, "time-entries:read"),
  write({ facts: { from, to } }, reading, now) {
    const { title, week, text, action } = digestTexts[reading.language];
    const path = `/reports?from=${from}&to=${to}&groupBy=user`;
    return { title: title(week(dayName(from, reading, now))), text, action, path };
  },
};
