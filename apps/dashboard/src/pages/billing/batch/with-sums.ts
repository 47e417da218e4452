import type { BillingLines } from "@stint/sdk";

type Line = BillingLines["data"][number];

/** A line, which may be a part of the sum above it, the sum of a project's lines, or the total. */
export type BatchLine = Pick<Line, "quantity"> & Partial<Line> & { kind?: "sum" | "part" };

/** Puts several lines of a project below their sum, as in a new bill. Entries stay in the order of their times. */
export function withSums(lines: readonly Line[]): readonly BatchLine[] {
  if (lines.some(({ entryId }) => entryId !== undefined)) return lines;
  return [...Map.groupBy(lines, ({ projectId }) => projectId)].flatMap(([projectId, own]): BatchLine[] => {
    if (projectId === undefined || own.length === 1) return own;
    const sum = (of: (line: Line) => number) => own.reduce((total, line) => total + of(line), 0);
    return [
      {
        kind: "sum",
        projectId,
        projectName: own[0]?.projectName,
        quantity: String(sum(({ quantity }) => Math.round(Number(quantity) * 100)) / 100),
        amountMinor: sum(({ amountMinor = 0 }) => amountMinor),
      },
      ...own.map((line): BatchLine => ({ ...line, kind: "part", clientName: undefined, projectName: undefined })),
    ];
  });
}
