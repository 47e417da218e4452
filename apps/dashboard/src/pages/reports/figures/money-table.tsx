import type { ReactNode } from "react";
import { useFormat } from "#i18n/format.ts";
import { ShareBar } from "#parts/figures/share-bar.tsx";
import { WindowTable } from "#ui/list/window/window-table.tsx";
import { useReportWords } from "./use-report-words.ts";
import { useColumns } from "./use-columns.tsx";

/** The time and money of a project, or of all. Fields that the reader may not see are missing. */
export interface ProjectSums {
  name: string;
  seconds: number;
  amountMinor?: number | undefined;
  unratedSeconds?: number;
  costMinor?: number;
  uncostedSeconds?: number;
  /** Null if some time has no cost rate. */
  marginMinor?: number | null;
  budget?: { kind: "time" | "amount" | "cost"; used: number; limit: number } | null;
}

interface Props<Row extends ProjectSums> {
  label: string;
  projects: readonly Row[];
  total?: Row;
  currency: string;
  nameOf?: (row: Row) => ReactNode;
  hrefOf?: (row: Row) => string | undefined;
  hasBudgets?: boolean;
}

/** The time of projects, with the amounts, costs, margins and budgets that the reader may see. */
export function MoneyTable<Row extends ProjectSums>(props: Props<Row>) {
  const { label, projects, total, currency, nameOf = ({ name }) => name, hrefOf, hasBudgets = false } = props;
  const format = useFormat();
  const words = useReportWords();
  const { number, time, money } = useColumns<Row>(currency);
  const [some] = projects;
  const hasCosts = some?.costMinor !== undefined;
  const isPart = (row: Row) => row !== total;
  return (
    <WindowTable<Row>
      label={label}
      rows={projects}
      rowHeight={43}
      keyOf={(_, at) => at}
      total={total}
      columns={[
        { name: words.project, cell: nameOf },
        time(words.tracked, ({ seconds }) => seconds, hrefOf),
        some?.amountMinor !== undefined &&
          money(
            words.amount,
            (row) => ({ minor: row.amountMinor, secondsWithoutRate: row.unratedSeconds, isPart: isPart(row) }),
            hrefOf,
          ),
        hasCosts &&
          money(
            words.cost,
            (row) => ({
              minor: row.costMinor,
              secondsWithoutRate: row.uncostedSeconds,
              isCost: true,
              isPart: isPart(row),
            }),
            hrefOf,
          ),
        hasCosts &&
          number(words.margin, ({ marginMinor = null }) =>
            marginMinor === null ? <span title={words.marginUnknown}>–</span> : format.money(marginMinor, currency),
          ),
        hasCosts &&
          number(words.marginShare, ({ marginMinor = null, amountMinor = 0 }) =>
            marginMinor === null || amountMinor === 0 ? "–" : format.percent(marginMinor / amountMinor),
          ),
        hasBudgets && {
          name: words.budgetStatus,
          cell: ({ budget }) => {
            if (!budget) return null;
            const show = (value: number) =>
              budget.kind === "time" ? format.duration(value) : format.money(value, currency);
            const label = `${show(budget.used)} / ${show(budget.limit)}`;
            return <ShareBar part={budget.used} whole={budget.limit} label={label} />;
          },
        },
      ]}
    />
  );
}
