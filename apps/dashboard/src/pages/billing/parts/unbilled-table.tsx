import type { GetSummaryQuery } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useMe } from "#api/queries.ts";
import { summaryQuery } from "#api/report-queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { useBillingWords } from "#i18n/words/use-billing-words.ts";
import { ListState } from "#ui/list/list-state.tsx";
import { Table } from "#ui/list/table.tsx";
import { Panel } from "#ui/panel.tsx";
import { Button } from "#ui/button/button.tsx";
import { billAddress, type BillFilter } from "./bill-filter.ts";
import { toUnbilledRows, type UnbilledRow } from "./unbilled-rows.ts";

/** Lists the unbilled time by client, with a link to bill it. Projects without a client have rows of their own. */
export function UnbilledTable({ filter = {} }: { filter?: Partial<BillFilter> }) {
  const words = useBillingWords();
  const { shell } = useText();
  const format = useFormat();
  const { scopes, organization } = useMe();
  const query = useQuery(summaryQuery(toUnbilledQuery(filter)));
  const { groups = [], totals } = query.data ?? {};
  const rows = toUnbilledRows(groups);
  const money = (minor: number | undefined) => format.money(minor ?? 0, organization.currency);
  return (
    <Panel title={words.unbilled} id="unbilled" isLong>
      {rows.length > 0 && totals !== undefined && (
        <Table<UnbilledRow>
          labelledBy="unbilled"
          rows={rows}
          keyOf={({ id }) => id}
          isBusy={query.isFetching}
          total={{ ...totals, id: "total", name: words.total, projects: "", choice: {} }}
          columns={[
            { name: words.client, cell: ({ name }) => name ?? words.noClient },
            { name: words.projects, kind: "dim", cell: ({ projects }) => projects },
            { name: words.hours, kind: "number", cell: ({ billableSeconds }) => format.duration(billableSeconds) },
            totals.amountMinor !== undefined && {
              name: words.amount,
              kind: "number",
              cell: ({ amountMinor, unratedSeconds = 0 }) => (
                <>
                  {(amountMinor !== 0 || unratedSeconds === 0) && money(amountMinor)}
                  {unratedSeconds > 0 && <p className="small">{shell.withoutRate(format.duration(unratedSeconds))}</p>}
                </>
              ),
            },
            scopes.includes("billing:write") && {
              kind: "actions",
              cell: ({ id, name, projects, choice }) =>
                id !== "total" && (
                  <Button
                    component={Link}
                    href={billAddress({ ...filter, ...choice })}
                    isSmall
                    aria-label={words.billOf(name ?? projects)}
                  >
                    {words.billRow}
                  </Button>
                ),
            },
          ]}
        />
      )}
      <ListState query={query} empty={totals !== undefined && rows.length === 0 && words.allBilled} />
    </Panel>
  );
}

/** The query for the unbilled time of the filter, by client and project. */
function toUnbilledQuery({ from = "", to = "", userId = [], teamId = [] }: Partial<BillFilter>): GetSummaryQuery {
  return {
    groupBy: ["client", "project"],
    billable: true,
    billed: false,
    ...(from !== "" && { from }),
    ...(to !== "" && { to }),
    ...(userId.length > 0 && { userId: [...userId] }),
    ...(teamId.length > 0 && { teamId: [...teamId] }),
  };
}
