import { setImmediate as nextTurn } from "node:timers/promises";
import type { Group } from "./summarize.ts";

const leavesAtOnce = 1_000;

/**
 * The JSON of a summary. A long one is serialized over several turns of the event loop, which stays free for others.
 */
export async function writeSummary(head: object, groups: Group[]): Promise<string> {
  const parts: string[] = [];
  let leaves = 0;
  for (const group of groups) {
    parts.push(JSON.stringify(group));
    leaves += group.groups?.length ?? 1;
    if (leaves < leavesAtOnce) continue;
    leaves = 0;
    await nextTurn();
  }
  return `${JSON.stringify(head).slice(0, -1)},"groups":[${parts.join(",")}]}`;
}
