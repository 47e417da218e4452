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

/**
 * The roundest hourly rate that gives the amount of the time with a rate: several may, because the amount is rounded.
 * "mixed" if no rate does, undefined if there is no amount.
 */
export function perHourOf(line: BillLine): number | "mixed" | undefined {
  const { exactAmountMinor, billableSeconds, unratedSeconds, unapprovedSeconds } = line;
  if (exactAmountMinor === 0) return undefined;
  const [exact, seconds] = [exactAmountMinor * 3600, billableSeconds - unratedSeconds];
  // Without the time that isn't approved, the amount is the difference of two rounded ones.
  const error = unapprovedSeconds > 0 ? 3600 : 1800;
  const rates = [1000, 100, 10, 1].map((step) => Math.round(exact / seconds / step) * step);
  return rates.find((rate) => Math.abs(rate * seconds - exact) <= error) ?? "mixed";
}

/** Whether hours × price, rounded, is the amount of every line. Amounts may differ, as each entry's is rounded. */
export function areExact(lines: readonly BillLine[]): boolean {
  return sumOf(lines, "amountMinor") > 0 && lines.every(isExact);
}

function isExact(line: BillLine): boolean {
  const price = perHourOf(line) ?? 0;
  if (price === "mixed" || line.unratedSeconds > 0) return false;
  return Math.round((price * line.billableSeconds) / 3600) === line.amountMinor;
}

export function sumOf(lines: readonly BillLine[], name: (typeof figures)[number]): number {
  return lines.reduce((sum, line) => sum + line[name], 0);
}
