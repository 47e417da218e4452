import { may } from "#identity/access.ts";
import type { Language } from "#identity/me/languages.ts";
import { sql } from "#platform/database/database.ts";
import { periodName } from "#tracking/notices/kind/formats.ts";
import type { Kind, KindTexts } from "#tracking/notices/kind/kind.ts";
import { occasionOfSheet, type SheetFacts } from "./sheet-facts.ts";

interface Texts extends KindTexts {
  title: (period: string) => string;
  text: string;
  action: string;
}

const texts: Record<Language, Texts> = {
  en: {
    title: (period) => `Your timesheet for ${period} is due`,
    text: "The period has ended. Check your time and submit the timesheet.",
    action: "Open the timesheet",
    mails: "Timesheet due",
    choice: "Timesheet due",
    hint: "When a period has ended and you haven’t submitted your timesheet.",
  },
  de: {
    title: (period) => `Ihr Stundenzettel für ${period} ist fällig`,
    text: "Der Zeitraum ist zu Ende. Prüfen Sie Ihre Zeiten und reichen Sie den Stundenzettel ein.",
    action: "Stundenzettel öffnen",
    mails: "Stundenzettel fällig",
    choice: "Stundenzettel fällig",
    hint: "Wenn ein Zeitraum zu Ende ist und Sie Ihren Stundenzettel noch nicht eingereicht haben.",
  },
  fr: {
    title: (period) => `Votre feuille de temps est à soumettre : ${period}`,
    text: "La période est terminée. Vérifiez votre temps et soumettez la feuille.",
    action: "Ouvrir la feuille de temps",
    mails: "Feuille de temps à soumettre",
    choice: "Feuille de temps à soumettre",
    hint: "Quand une période est terminée et que vous n’avez pas encore soumis votre feuille de temps.",
  },
};

export const timesheetDue: Kind<"timesheet_due", SheetFacts> = {
  name: "timesheet_due",
  docs: {
    when: "on the morning of the first working day after a period has ended, if its timesheet is open",
    recipients: "everyone except viewers, if [approvals](timesheets.md) are on",
  },
  texts,
  occasionOf: occasionOfSheet,
  isReadableBy: (actor) => may(actor, "timesheets:read"),
  isStillTrue: ({ facts }) =>
    sql`coalesce((select t.status from timesheets t where t.org_id = m.org_id and t.id = ${facts.timesheetId}), 'open') = 'open'`,
  write({ facts }, reading) {
    const { title, text, action } = texts[reading.language];
    return { title: title(periodName(facts, reading)), text, action, path: `/timesheets/${facts.timesheetId}` };
  },
};
