import type { Summary } from "@stint/sdk";
import type { BillFilter } from "./bill-filter.ts";

type Group = Summary["groups"][number];

export type UnbilledRow = Pick<Group, "billableSeconds" | "amountMinor" | "unratedSeconds"> & {
  id: string;
  /** The client's name; null if there is no client. */
  name: string | null;
  projects: readonly { id: string; name: string }[];
  /** Selects the time of this row for billing. */
  choice: Partial<BillFilter>;
};

const toProject = ({ key, name }: Pick<Group, "key" | "name">) => ({ id: key ?? "", name: name ?? "" });

/** A row for each client and for each project without a client, the largest amount first. */
export function toUnbilledRows(groups: readonly Group[]): readonly UnbilledRow[] {
  const rows = groups.flatMap(({ groups: parts = [], ...client }): UnbilledRow[] => {
    const { key: id, name } = client;
    if (id !== null)
      return [{ ...client, id, projects: parts.map(toProject), choice: { clientId: [id], projectId: [] } }];
    return parts.map((part) => {
      const project = toProject(part);
      return { ...part, id: project.id, name, projects: [project], choice: { clientId: [], projectId: [project.id] } };
    });
  });
  return rows.toSorted((left, right) => (right.amountMinor ?? 0) - (left.amountMinor ?? 0));
}
