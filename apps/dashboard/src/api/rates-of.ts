import type { Rate } from "@stint/sdk";
import { stint } from "./client.ts";
import { all } from "./queries.ts";

/** The API accepts at most this many ids at once. */
const maxIds = 100;

interface Rated {
  projectId?: string;
  taskIds: readonly string[];
}

/** The rates of a project, of its members, and of the tasks. Needs `costs:read`. */
export async function readRatesOf({ projectId, taskIds }: Rated): Promise<Rate[]> {
  const rates = projectId === undefined ? [] : await all(stint.rates.list({ projectId }));
  for (let at = 0; at < taskIds.length; at += maxIds)
    rates.push(...(await all(stint.rates.list({ taskId: taskIds.slice(at, at + maxIds) }))));
  return rates;
}

/** Creates rates again for a recreated project or its tasks. `newIdOf` maps former ids to new ones. Needs `rates:write`. */
export async function recreateRates(rates: readonly Rate[], newIdOf: ReadonlyMap<string, string>): Promise<void> {
  const renewed = (id: string | null) => (id === null ? null : (newIdOf.get(id) ?? id));
  for (const { kind, scope, userId, projectId, taskId, rateMinor, effectiveFrom } of rates.toReversed())
    await stint.rates.create({
      kind,
      scope,
      userId,
      projectId: renewed(projectId),
      taskId: renewed(taskId),
      rateMinor,
      effectiveFrom,
    });
}
