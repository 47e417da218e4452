import type { SharedReport } from "@stint/sdk";
import { useFormat } from "#i18n/format.ts";
import { ShareBar } from "#parts/figures/share-bar.tsx";
import { Table } from "#ui/list/table.tsx";
import { useWords } from "#pages/reports/use-words.ts";
import panel from "#ui/panel.module.css";

interface Props {
  projects: NonNullable<SharedReport["projects"]>;
  currency: string;
}

export function SharedProjects({ projects, currency }: Props) {
  const format = useFormat();
  const words = useWords();
  const hasMoney = projects.some(({ amountMinor }) => amountMinor !== undefined);
  const hasBudgets = projects.some(({ budget }) => budget !== null);
  return (
    <section className={panel.panel} aria-label={words.table}>
      <Table
        label={words.table}
        rows={projects}
        keyOf={({ name }) => name}
        columns={[
          { name: words.project, cell: ({ name }) => name },
          { name: words.tracked, kind: "number", cell: ({ seconds }) => format.duration(seconds) },
          hasMoney && {
            name: words.amount,
            kind: "number",
            cell: ({ amountMinor }) => format.money(amountMinor ?? 0, currency),
          },
          hasBudgets && {
            name: words.budgetStatus,
            cell: ({ budget }) => {
              if (budget === null) return null;
              const { kind, used, limit } = budget;
              const show = kind === "amount" ? (amount: number) => format.money(amount, currency) : format.duration;
              return <ShareBar part={used} whole={limit} label={`${show(used)} / ${show(limit)}`} />;
            },
          },
        ]}
      />
    </section>
  );
}
