import type { Summary } from "@stint/sdk";
import type { BillFilter } from "./bill-filter.ts";

type Group = Summary["groups"][number];

export type UnbilledRow = Pick<Group, "billableSeconds" | "amountMinor" | "unratedSeconds"> & {
  id: string;
  /** The client's name; null if there is no client. */
  name: string | null;
  projects: string;
  /** Selects the time of this row for billing. */
  choice: Partial<BillFilter>;
};

/** A row for each client and for each project without a client, the largest amount first. */
export function toUnbilledRows(groups: readonly Group[]): readonly UnbilledRow[] {
  const rows = groups.flatMap(({ groups: projects = [], ...client }): UnbilledRow[] => {
    const { key, name } = client;
    if (key === null)
      return projects.map((project) => {
        const id = project.key ?? "";
        return { ...project, id, name, projects: project.name ?? id, choice: { clientId: [], projectId: [id] } };
      });
    const names = projects.map((project) => project.name).join(", ");
    return [{ ...client, id: key, projects: names, choice: { clientId: [key], projectId: [] } }];
  });
  return rows.toSorted((left, right) => (right.amountMinor ?? 0) - (left.amountMinor ?? 0));
}
