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

/** A row for each client and for each project without a client, the largest amount first. */
export function toUnbilledRows(groups: readonly Group[]): readonly UnbilledRow[] {
  const rows = groups.flatMap(({ groups: parts = [], ...client }): UnbilledRow[] => {
    const { key: clientId, name } = client;
    const projects = parts.map((part) => ({ id: part.key ?? "", name: part.name ?? "" }));
    if (clientId !== null)
      return [{ ...client, id: clientId, projects, choice: { clientId: [clientId], projectId: [] } }];
    return parts.flatMap((part, at) => {
      const own = projects.slice(at, at + 1);
      const id = part.key ?? "";
      return { ...part, id, name, projects: own, choice: { clientId: [], projectId: [id] } };
    });
  });
  return rows.toSorted((left, right) => (right.amountMinor ?? 0) - (left.amountMinor ?? 0));
}
