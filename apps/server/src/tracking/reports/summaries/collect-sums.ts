import type { Database } from "#platform/database/database.ts";
import type { Sums } from "#tracking/ledger/budgets/budget-state.ts";
import type { Range } from "#tracking/ledger/budgets/queries.ts";
import { measures } from "#tracking/ledger/time-sums/cubes.ts";
import { sumProjectRanges } from "./queries.ts";

export const noSums = Object.fromEntries(measures.map((name) => [name, 0])) as Sums;

/** Identifies a requested sum: the project, and the index of the range. */
interface SumKey {
  projectId: string;
  bucket: number;
}

/** Collects requests for project sums over ranges and reads them in one statement, each distinct sum only once. */
export function collectSums() {
  const ranges: Range[] = [];
  const buckets = new Map<string, number>();
  const keys = new Map<string, SumKey>();
  return {
    /** Requests a sum. The function that `read` returns finds the sum by the returned key. */
    add(projectId: string, range: Range): SumKey {
      const name = `${range.fromMs} ${range.toMs}`;
      const bucket = buckets.get(name) ?? ranges.push(range) - 1;
      buckets.set(name, bucket);
      const key = { projectId, bucket };
      keys.set(nameOf(projectId, bucket), key);
      return key;
    },
    async read(db: Database, orgId: string): Promise<(key: SumKey) => Sums> {
      const rows = await sumProjectRanges(db, orgId, ranges, [...keys.values()]);
      const byKey = new Map(rows.map((row) => [nameOf(row.project_id, row.bucket), row]));
      return ({ projectId, bucket }) => byKey.get(nameOf(projectId, bucket)) ?? noSums;
    },
  };
}

function nameOf(projectId: string, bucket: number): string {
  return `${bucket} ${projectId}`;
}
