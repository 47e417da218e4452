import { shownAs } from "#platform/fields/shown.ts";
import { chosenSettings, type ImportRow, type Plan } from "./import.ts";
import type { ImportPersonRow } from "./queries.ts";
import { settledSettings } from "./sources/rows/source-row.ts";
import type { Question } from "./staged/preview-schemas.ts";
import { type Becomes, Import, type ImportPerson } from "./schemas.ts";

const phases = { read: "reading", plan: "reading", apply: "applying", undo: "undoing" } as const;

interface Shown {
  /** The organization's time zone, for imports that an earlier version stored without one. */
  timeZone: string;
  money: boolean;
}

const toShown = shownAs(
  Import,
  "progress",
  "source",
  "timeZone",
  "encoding",
  "dateOrder",
  "durationUnit",
  "decimalMark",
  "headers",
  "columns",
  "questions",
  "people",
  "preview",
);

export function toImport(row: ImportRow, people: ImportPersonRow[], { timeZone, money }: Shown): Import {
  const { plan, work, facts } = row;
  return {
    ...toShown(row),
    ...shownSettings(row, timeZone),
    progress: work === null ? null : { phase: phases[work], done: row.progress_done, total: row.progress_total },
    headers: facts?.columns ?? [],
    questions: row.status === "previewed" ? (plan?.questions ?? []).map(toQuestion) : [],
    people: people.map((person) => toPerson(row, person)),
    preview: plan && toPreview(plan, row, people, money),
  };
}

/** The question with defaults for plans made by earlier versions. */
function toQuestion(question: Question): Question {
  const answers = (question.answers ?? []).map((answer) => ({ ...answer, texts: answer.texts ?? [] }));
  return { ...question, file: question.file ?? null, answers };
}

/** The settings in effect: those chosen and, without a choice, those that the file settles. */
export function shownSettings(row: ImportRow, timeZone = "UTC") {
  const { facts } = row;
  const { durationUnit = null, ...settings } = { ...(facts && settledSettings(facts)), ...chosenSettings(row) };
  return {
    source: settings.source ?? null,
    timeZone: settings.timeZone ?? timeZone,
    encoding: settings.encoding ?? facts?.encoding?.encoding ?? null,
    dateOrder: settings.dateOrder ?? null,
    // Fractions of a day are found only by reading the file, and can't be chosen.
    durationUnit: durationUnit === "days" ? null : durationUnit,
    decimalMark: settings.decimalMark ?? null,
    columns: settings.columns ?? {},
  };
}

/**
 * The preview with defaults for plans made by earlier versions. Recounts the people to be created according to the
 * current choices, which may have changed since the plan was made.
 */
function toPreview(
  { questions: _questions, ...plan }: Plan,
  row: ImportRow,
  people: ImportPersonRow[],
  money: boolean,
) {
  const preview = {
    ...plan,
    breaks: plan.breaks ?? [],
    lookalikes: plan.lookalikes ?? { rows: 0, seconds: 0 },
    ...(!money && { money: [] }),
  };
  if (row.applied_at !== null) return preview;
  const made = people.filter((person) => person.used && toPerson(row, person).becomes.userId === undefined).length;
  return { ...preview, creates: { ...preview.creates, people: made } };
}

function toPerson({ people, applied_at: appliedAt }: ImportRow, person: ImportPersonRow): ImportPerson {
  const chosen = people[person.key];
  const found = person.user_id === null || (appliedAt !== null && chosen !== undefined) ? undefined : person.user_id;
  const becomes: Becomes = chosen ?? (found === undefined ? { inactive: true } : { userId: found });
  const { key, name, email, rows, seconds, used: isUsed } = person;
  return { key, name, email, rows, seconds, becomes, isKnown: chosen !== undefined || found !== undefined, isUsed };
}
