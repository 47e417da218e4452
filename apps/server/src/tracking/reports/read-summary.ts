import type { Actor } from "#identity/access.ts";
import type { Database } from "#platform/database/database.ts";
import { readQuestion, shownPoint, type SummaryQuestion } from "./read-question.ts";
import type { SummaryQuery } from "./schemas.ts";
import { summarize } from "./summarize.ts";

/** A summary's response, with its groups separate because there may be many. */
export async function readSummary(db: Database, actor: Actor, query: SummaryQuery) {
  return answerQuestion(db, query, await readQuestion(db, actor, query));
}

export async function answerQuestion(db: Database, { from, to }: SummaryQuery, question: SummaryQuestion) {
  const { groupBy, organization, timeZone, weekStart } = question;
  const { totals, groups } = await summarize(db, question);
  const head = {
    from: shownPoint(from),
    to: shownPoint(to),
    tz: timeZone,
    weekStart,
    groupBy,
    currency: organization.currency,
    ...(groupBy.includes("tag") ? { overlapping: true } : {}),
    totals,
  };
  return { head, groups };
}
