import type { Project, Rate } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { stint } from "./connection/client.ts";
import { all, defineQuery, useMe, useTasks } from "./queries.ts";

const pageSize = 200;

/** The newest rates of both kinds. Needs `costs:read`. */
export const newestRatesQuery = defineQuery(
  ["rates", "newest"],
  async () => (await stint.rates.list({ limit: pageSize })).data,
);

/**
 * Whether nothing would count towards a budget of this kind, because no rate can apply to the project. `project` is
 * undefined for a new one. False until the rates have loaded.
 */
export function useIsUnpriced(kind: NonNullable<Project["budget"]>["kind"] | "none", project?: Project): boolean {
  const canSeeMoney = useMe().scopes.includes("costs:read");
  const isMoney = canSeeMoney && (kind === "amount" || kind === "cost");
  const { data } = useQuery({ ...newestRatesQuery, enabled: isMoney });
  const taskIds = useTasks(project?.id ?? "").map(({ id }) => id);
  const canApply = ({ kind: of, scope, projectId, taskId }: Rate) =>
    (of === "cost") === (kind === "cost") &&
    (scope === "organization" || scope === "member" || projectId === project?.id || taskIds.includes(taskId ?? ""));
  // If the page is full, later pages may contain a rate that can apply.
  return isMoney && data !== undefined && data.length < pageSize && !data.some(canApply);
}

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
