import { sql, type Transaction } from "#platform/database/database.ts";

/** The colours of new projects, in the order of assignment; see `ui/project-color.ts` in the dashboard. */
export const projectColors = [
  "#1141bc",
  "#a53700",
  "#096d4d",
  "#761e5f",
  "#2b98a4",
  "#8a76ff",
  "#978e03",
  "#cb717b",
  "#036dcf",
  "#b54274",
  "#845c9a",
  "#588a49",
  "#4f4b81",
  "#51692f",
  "#6989c6",
  "#8b0910",
  "#984e51",
  "#822035",
  "#0c9065",
  "#7f425a",
  "#a96f90",
  "#147b76",
  "#d75e50",
  "#937115",
] as const;

/** The colours that the dashboard offered until November 2026, each with the one that it shows instead. */
export const replacedColors: Readonly<Record<string, (typeof projectColors)[number]>> = {
  "#037e3f": "#0c9065",
  "#058eaf": "#2b98a4",
  "#2d6fcd": "#036dcf",
  "#c44844": "#d75e50",
  "#b2417f": "#b54274",
  "#4345ab": "#1141bc",
  "#a97f05": "#937115",
  "#d25579": "#cb717b",
  "#6c8e03": "#588a49",
  "#6c4ab3": "#4f4b81",
  "#bb6802": "#a53700",
  "#077e6c": "#147b76",
};

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
    const shown = replacedColors[color.toLowerCase()] ?? color.toLowerCase();
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
