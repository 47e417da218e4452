import { projectColors, shownColor } from "@stint/grammar/project-colors.ts";
import { sql, type Transaction } from "#platform/database/database.ts";

/**
 * Returns a function that chooses the colour of one new project after another: the first of those that the fewest
 * active projects have. `also` are colours of projects that are about to be created. Projects that are created at the
 * same time may get the same colour.
 */
export async function chooseColors(tx: Transaction, orgId: string, also: string[] = []): Promise<() => string> {
  const stored = await tx.query<{ color: string; projects: number }>(sql`
    select color, count(*)::integer as projects from projects
     where org_id = ${orgId} and status = 'active' and color is not null group by color`);
  const uses = new Map<string, number>(projectColors.map((color) => [color, 0]));
  for (const { color, projects } of [...stored, ...also.map((color) => ({ color, projects: 1 }))]) {
    const shown = shownColor(color.toLowerCase());
    const before = uses.get(shown);
    if (before !== undefined) uses.set(shown, before + projects);
  }
  return () => {
    const fewest = Math.min(...uses.values());
    const color = projectColors.find((each) => uses.get(each) === fewest) ?? projectColors[0];
    uses.set(color, fewest + 1);
    return color;
  };
}
