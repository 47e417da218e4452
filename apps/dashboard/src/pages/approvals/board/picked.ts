import { type Decider, type Sheet, type Task, taskOf } from "#parts/timesheets/board.ts";

/** Maps the id of each selected timesheet to the version that was shown. */
export type Picked = ReadonlyMap<string, number>;

export const nonePicked: Picked = new Map();

export function toggle(picked: Picked, { id, version }: Sheet): Picked {
  const next = new Map(picked);
  if (!next.delete(id)) next.set(id, version);
  return next;
}

export function pick(picked: Picked, sheets: readonly Sheet[]): Picked {
  return new Map([...picked, ...sheets.map(({ id, version }) => [id, version] as const)]);
}

export function idsOf(sheets: readonly Sheet[]): string[] {
  return sheets.map(({ id }) => id);
}

export function drop(picked: Picked, ids: Iterable<string>): Picked {
  const next = new Map(picked);
  for (const id of ids) next.delete(id);
  return next;
}

/**
 * Groups the selected timesheets by the action that is possible. Those that someone has changed since are under
 * `changed`.
 */
export function sortPicked(picked: Picked, sheets: ReadonlyMap<string, Sheet>, decider: Decider) {
  const sorted: Record<Task | "changed", Sheet[]> = { approve: [], submit: [], changed: [] };
  for (const [id, version] of picked) {
    const sheet = sheets.get(id);
    if (sheet === undefined) continue;
    const task = sheet.version === version ? taskOf(sheet, decider) : undefined;
    sorted[task ?? "changed"].push(sheet);
  }
  return sorted;
}
