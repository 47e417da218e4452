import { rowsOfTurn } from "#platform/process/row-counts.ts";
import { nextTurn } from "#platform/process/loop-turns.ts";
import type { Group } from "#tracking/reports/summaries/summarize.ts";

/**
 * Writes the JSON of a summary. A long summary is written over several turns of the event loop, because encoding
 * megabytes at once would block all other requests.
 */
export async function writeSummary(head: object, groups: Group[]): Promise<Buffer> {
  const parts: Buffer[] = [];
  let text = `${JSON.stringify(head).slice(0, -1)},"groups":[`;
  let leaves = 0;
  const write = async (leaf: Group, comma: string) => {
    text += comma + JSON.stringify(leaf);
    if (++leaves % rowsOfTurn > 0) return;
    parts.push(Buffer.from(text));
    text = "";
    await nextTurn();
  };
  for (const [at, { groups: inner, ...sums }] of groups.entries()) {
    const comma = at === 0 ? "" : ",";
    if (inner === undefined) {
      await write(sums, comma);
      continue;
    }
    text += `${comma}${JSON.stringify(sums).slice(0, -1)},"groups":[`;
    for (const [place, leaf] of inner.entries()) await write(leaf, place === 0 ? "" : ",");
    text += "]}";
  }
  parts.push(Buffer.from(`${text}]}`));
  return Buffer.concat(parts);
}
