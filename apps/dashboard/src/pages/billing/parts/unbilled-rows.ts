import type { Project, Summary } from "@stint/sdk";
import type { Customer } from "#api/queries.ts";
import type { BillFilter } from "./bill-filter.ts";

type Groups = Summary["groups"];

export interface UnbilledRow {
  id: string;
  /** The client's name; null if there is no client. */
  name: string | null;
  projects: readonly { id: string; name: string }[];
  /** The day of the oldest entry; undefined if the report has no days. */
  since: string | undefined;
  billableSeconds: number;
  amountMinor: number;
  unratedSeconds: number;
  /** Selects the time of this row for billing. */
  choice: Partial<BillFilter>;
}

/**
 * A row for each client and for each project without a client, the largest amount first. The groups are those of a
 * report by project and, if possible, day.
 */
export function toUnbilledRows(
  groups: Groups,
  projects: ReadonlyMap<string | null, Pick<Project, "clientId">>,
  clients: readonly Pick<Customer, "id" | "name">[],
): readonly UnbilledRow[] {
  const clientOf = ({ key }: Groups[number]) => projects.get(key)?.clientId ?? null;
  const rows = [...Map.groupBy(groups, (group) => clientOf(group) ?? group.key ?? "")].map(([id, parts]) => ({
    id,
    name: clients.find((client) => client.id === id)?.name ?? null,
    projects: parts.map(({ key, name }) => ({ id: key ?? "", name: name ?? "" })),
    since: parts.flatMap(({ groups: days = [] }) => days.flatMap(({ key }) => key ?? [])).toSorted()[0],
    billableSeconds: sumOf(parts, "billableSeconds"),
    amountMinor: sumOf(parts, "amountMinor"),
    unratedSeconds: sumOf(parts, "unratedSeconds"),
    choice: parts.some(clientOf) ? { clientId: [id], projectId: [] } : { clientId: [], projectId: [id] },
  }));
  return rows.toSorted((left, right) => right.amountMinor - left.amountMinor);
}

function sumOf(groups: Groups, name: "billableSeconds" | "amountMinor" | "unratedSeconds"): number {
  return groups.reduce((sum, group) => sum + (group[name] ?? 0), 0);
}
