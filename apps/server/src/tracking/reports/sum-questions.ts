import type { Database } from "#platform/database/database.ts";
import type { Sums } from "#tracking/budgets/budget-state.ts";
import type { Range } from "#tracking/budgets/queries.ts";
import { measures } from "#tracking/time-sums/cubes.ts";
import { sumProjectRanges } from "./queries.ts";

export const noSums = Object.fromEntries(measures.map((name) => [name, 0])) as Sums;

/** The project of a requested sum, and the index of its range. */
interface Question {
  projectId: string;
  bucket: number;
}

export interface SumQuestions {
  ask(projectId: string, range: Range): Question;
  answer(db: Database, orgId: string): Promise<(question: Question) => Sums>;
}

/** Collects sums of projects over ranges into one statement, with equal ranges and sums only once. */
export function collectSums(): SumQuestions {
  const ranges: Range[] = [];
  const buckets = new Map<string, number>();
  const asked = new Map<string, Question>();
  return {
    ask(projectId, range) {
      const name = `${range.fromMs} ${range.toMs}`;
      const bucket = buckets.get(name) ?? ranges.push(range) - 1;
      buckets.set(name, bucket);
      const question = { projectId, bucket };
      asked.set(nameOf(projectId, bucket), question);
      return question;
    },
    async answer(db, orgId) {
      const rows = await sumProjectRanges(db, orgId, ranges, [...asked.values()]);
      const byQuestion = new Map(rows.map((row) => [nameOf(row.project_id, row.bucket), row]));
      return ({ projectId, bucket }) => byQuestion.get(nameOf(projectId, bucket)) ?? noSums;
    },
  };
}

function nameOf(projectId: string, bucket: number): string {
  return `${bucket} ${projectId}`;
}
