import { may } from "#identity/access.ts";
import type { Language } from "#identity/me/languages.ts";
import type { Database } from "#platform/database/database.ts";
import { cleanLine } from "#platform/text.ts";
import { addNotices } from "#tracking/notices/kind/add-notices.ts";
import { nameIn, periodName } from "#tracking/notices/kind/formats.ts";
import { type Kind, type KindTexts, noticeOf } from "#tracking/notices/kind/kind.ts";
import { type ChangedSheet, factsOf, isUnchanged, occasionOfSheet, type SheetFacts } from "./sheet-facts.ts";

interface Facts extends SheetFacts {
  status: "approved" | "rejected" | "open";
  note: string | null;
  byUserId: string;
}

interface Texts extends KindTexts {
  approved: (period: string) => string;
  rejected: (period: string) => string;
  open: (period: string) => string;
  by: (name: string) => string;
  noted: (name: string, note: string) => string;
  action: string;
}

const texts: Record<Language, Texts> = {
  en: {
    approved: (period) => `Your timesheet for ${period} was approved`,
    rejected: (period) => `Your timesheet for ${period} was sent back`,
    open: (period) => `Your timesheet for ${period} was reopened`,
    by: (name) => `Decided by ${name}.`,
    noted: (name, note) => `${name} wrote: ${note}`,
    action: "Open the timesheet",
    mails: "Timesheet decision",
    choice: "Timesheet approved, sent back or reopened",
    hint: "When someone approves, sends back or reopens your timesheet.",
  },
  de: {
    approved: (period) => `Ihr Stundenzettel für ${period} wurde freigegeben`,
    rejected: (period) => `Ihr Stundenzettel für ${period} wurde zurückgegeben`,
    open: (period) => `Ihr Stundenzettel für ${period} wurde wieder geöffnet`,
    by: (name) => `Entscheidung von ${name}.`,
    noted: (name, note) => `${name} schreibt: ${note}`,
    action: "Stundenzettel öffnen",
    mails: "Entscheidung über einen Stundenzettel",
    choice: "Stundenzettel freigegeben, zurückgegeben oder wieder offen",
    hint: "Wenn jemand Ihren Stundenzettel freigibt, zurückgibt oder wieder öffnet.",
  },
  fr: {
    approved: (period) => `Votre feuille de temps est validée : ${period}`,
    rejected: (period) => `Votre feuille de temps vous est renvoyée : ${period}`,
    open: (period) => `Votre feuille de temps est rouverte : ${period}`,
    by: (name) => `Décision de ${name}.`,
    noted: (name, note) => `${name} a écrit : ${note}`,
    action: "Ouvrir la feuille de temps",
    mails: "Décision sur une feuille de temps",
    choice: "Feuille de temps validée, renvoyée ou rouverte",
    hint: "Quand quelqu’un valide, renvoie ou rouvre votre feuille de temps.",
  },
};

export const timesheetDecided: Kind<"timesheet_decided", Facts> = {
  name: "timesheet_decided",
  docs: {
    when: "as soon as somebody else approves, sends back or reopens a member's timesheet",
    recipients: "this member",
  },
  texts,
  occasionOf: occasionOfSheet,
  isReadableBy: (actor) => may(actor, "timesheets:read"),
  isStillTrue: isUnchanged,
  write({ by_name: byName, facts }, reading) {
    const { status, note, timesheetId } = facts;
    const { by, noted, action, ...titles } = texts[reading.language];
    const name = nameIn(byName);
    const text = note === null ? by(name) : noted(name, note.split("\n").map(cleanLine).join("\n"));
    return { title: titles[status](periodName(facts, reading)), text, action, path: `/timesheets/${timesheetId}` };
  },
};

/** Notifies members of other people's decisions about their timesheets. */
export async function notifyDecided(
  db: Database,
  orgId: string,
  byUserId: string,
  sheets: readonly ChangedSheet[],
): Promise<void> {
  await addNotices(
    db,
    orgId,
    sheets
      .filter((sheet) => sheet.user_id !== byUserId)
      .map((sheet) => {
        const { user_id: userId, note } = sheet;
        return noticeOf(timesheetDecided, {
          userId,
          facts: { ...factsOf(sheet), status: sheet.status as Facts["status"], note, byUserId },
        });
      }),
  );
}
