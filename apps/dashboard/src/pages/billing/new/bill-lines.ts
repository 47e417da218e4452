import type { Summary } from "@stint/sdk";

type Groups = Summary["groups"];

const figures = ["entries", "billableSeconds", "amountMinor", "exactAmountMinor", "unratedSeconds"] as const;

/** The unbilled time of a task. Sums of money are 0 for people who may not see them. */
export interface BillLine extends Record<(typeof figures)[number], number> {
  taskId: string;
  projectId: string;
  project: string;
  task: string;
  name: string;
  /** Time of the task that isn't approved, which the other figures leave out. */
  unapprovedSeconds: number;
}

/** The lines of a bill, by project and task, without the time that isn't approved. */
export function toBillLines(groups: Groups, unapproved: Groups): readonly BillLine[] {
  const missing = new Map(linesOf(unapproved).map((line) => [line.taskId, line]));
  const lines = linesOf(groups).map((line) => {
    const less = missing.get(line.taskId);
    if (less === undefined) return line;
    const rest = Object.fromEntries(figures.map((name) => [name, line[name] - less[name]]));
    return { ...line, ...rest, unapprovedSeconds: less.billableSeconds };
  });
  return lines.filter(({ entries }) => entries > 0);
}

function linesOf(groups: Groups): BillLine[] {
  return groups.flatMap(({ key: projectId, name: projectName, groups: tasks = [] }) =>
    tasks.map(({ key, name, amountMinor = 0, exactAmountMinor = 0, unratedSeconds = 0, ...sums }) => ({
      ...sums,
      amountMinor,
      exactAmountMinor,
      unratedSeconds,
      unapprovedSeconds: 0,
      taskId: key ?? "",
      projectId: projectId ?? "",
      project: projectName ?? "",
      task: name ?? "",
      name: `${projectName ?? ""} · ${name ?? ""}`,
    })),
  );
}

/** The mean price of the time that has a rate; undefined if none has. */
export function perHourOf({ exactAmountMinor, billableSeconds, unratedSeconds }: BillLine): number | undefined {
  return exactAmountMinor === 0
    ? undefined
    : Math.round((exactAmountMinor * 3600) / (billableSeconds - unratedSeconds));
}

export function sumOf(lines: readonly BillLine[], name: (typeof figures)[number]): number {
  return lines.reduce((sum, line) => sum + line[name], 0);
}
