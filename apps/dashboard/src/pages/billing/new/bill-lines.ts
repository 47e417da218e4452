import type { BillingPreview, Summary } from "@stint/sdk";

const figures = ["entries", "billableSeconds", "amountMinor", "unratedSeconds"] as const;

/** The time of a task that will be billed. Sums of money are 0 for people who may not see them. */
export interface BillLine extends Record<(typeof figures)[number], number> {
  taskId: string;
  projectId: string;
  project: string;
  task: string;
  name: string;
  /** The hourly rate; null if the entries have several, undefined for people who may not see it. */
  unitPriceMinor?: number | null | undefined;
  /** Time of the task that isn't approved, which the other figures leave out. */
  unapprovedSeconds: number;
}

/** The lines of a bill, one for each task. `unapproved` has the sums of what isn't approved, by task. */
export function toBillLines(
  { projects, tasks }: Pick<BillingPreview, "projects" | "tasks">,
  unapproved: Summary["groups"],
): readonly BillLine[] {
  const nameOf = new Map(projects.map(({ projectId, name }) => [projectId, name]));
  const missing = new Map(unapproved.map(({ key, billableSeconds }) => [key, billableSeconds]));
  return tasks.map(({ name: task, amountMinor = 0, unratedSeconds = 0, ...line }) => {
    const project = nameOf.get(line.projectId) ?? "";
    const unapprovedSeconds = missing.get(line.taskId) ?? 0;
    return { ...line, amountMinor, unratedSeconds, unapprovedSeconds, project, task, name: `${project} · ${task}` };
  });
}

/** Whether hours × price, rounded, is the amount of every line. Amounts may differ, as each entry's is rounded. */
export function areExact(lines: readonly BillLine[]): boolean {
  return sumOf(lines, "amountMinor") > 0 && lines.every(isExact);
}

function isExact({ unitPriceMinor: price, billableSeconds, amountMinor, unratedSeconds }: BillLine): boolean {
  if (typeof price !== "number" || unratedSeconds > 0) return false;
  return Math.round((price * billableSeconds) / 3600) === amountMinor;
}

export function sumOf(lines: readonly BillLine[], name: (typeof figures)[number]): number {
  return lines.reduce((sum, line) => sum + line[name], 0);
}
