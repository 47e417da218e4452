import type { BillingBatch } from "@stint/sdk";
import { useId } from "react";
import { useFormat } from "#i18n/format.ts";
import { Table } from "#ui/list/table.tsx";
import { Panel } from "#ui/panel.tsx";
import { useBillingWords } from "#i18n/words/use-billing-words.ts";
import classes from "./billing.module.css";

interface Row {
  key: string;
  name: string;
  entries: number;
  billableSeconds: number;
  amountMinor?: number | undefined;
}

interface Props {
  figures: Pick<BillingBatch, "clients" | "projects" | "totals" | "currency">;
}

/** Sums by client and by project, billed or to be billed. */
export function Breakdown({ figures: { clients = [], projects = [], totals, currency } }: Props) {
  const words = useBillingWords();
  const total = { key: "total", name: words.total, ...totals };
  const nameOf = (name: string | null) => name ?? words.noClient;
  return (
    <div className={classes.tables}>
      <Sums
        title={words.byClient}
        name={words.client}
        rows={clients.map((each) => ({ ...each, key: each.clientId ?? "none", name: nameOf(each.name) }))}
        total={total}
        currency={currency}
      />
      <Sums
        title={words.byProject}
        name={words.project}
        rows={projects.map((each) => ({ ...each, key: each.projectId }))}
        total={total}
        currency={currency}
      />
    </div>
  );
}

interface SumsProps {
  title: string;
  name: string;
  rows: readonly Row[];
  total: Row;
  currency: string;
}

function Sums({ title, name, rows, total, currency }: SumsProps) {
  const words = useBillingWords();
  const format = useFormat();
  const id = useId();
  return (
    <Panel title={title} id={id} isLong>
      <Table
        labelledBy={id}
        rows={rows}
        keyOf={({ key }) => key}
        total={rows.length > 1 ? total : undefined}
        columns={[
          { name, cell: (row) => row.name },
          { name: words.entries, kind: "number", cell: ({ entries }) => format.number(entries) },
          { name: words.hours, kind: "number", cell: ({ billableSeconds }) => format.duration(billableSeconds) },
          total.amountMinor !== undefined && {
            name: words.amount,
            kind: "number",
            cell: ({ amountMinor }) => format.money(amountMinor ?? 0, currency),
          },
        ]}
      />
    </Panel>
  );
}
