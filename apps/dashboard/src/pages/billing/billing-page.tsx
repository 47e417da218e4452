import type { BillingBatch } from "@stint/sdk";
import { Link } from "wouter";
import { stint } from "#api/connection/client.ts";
import { useClients, useMe, useProjectsById } from "#api/queries.ts";
import { usePages } from "#api/use-pages.ts";
import { useFormat } from "#i18n/format.ts";
import { PageHead } from "#screen/page-head.tsx";
import { useParam } from "#screen/use-param.ts";
import { daysContaining } from "#time/report-period.ts";
import { SearchField } from "#ui/fields/search-field.tsx";
import { MoreRows } from "#ui/list/more-rows.tsx";
import { Table } from "#ui/list/table.tsx";
import { ForBilling } from "./parts/for-billing.tsx";
import { useBillFilter } from "./parts/use-bill-filter.ts";
import { UnbilledTable } from "./parts/unbilled-table.tsx";
import { useBillingWords } from "#i18n/words/use-billing-words.ts";
import { Button } from "#ui/button/button.tsx";
import classes from "./parts/billing.module.css";

export function BillingPage() {
  return (
    <ForBilling needs="billing:read">
      <AllBatches />
    </ForBilling>
  );
}

function AllBatches() {
  const words = useBillingWords();
  const canBill = useMe().scopes.includes("billing:write");
  const [q, setQ] = useParam("q");
  const filter = q.trim() === "" ? {} : { q: q.trim() };
  const pages = usePages(["billing", filter], (cursor) => stint.billingBatches.list({ ...filter, cursor }));
  return (
    <>
      <PageHead
        call={{
          operation: "billingBatches.list",
          query: filter,
          isList: true,
        }}
      >
        {canBill && (
          <Button component={Link} href="/billing/new">
            {words.billTime}
          </Button>
        )}
      </PageHead>
      <UnbilledTable filter={useBillFilter("")} />
      <search className={`between apart ${classes.bills}`}>
        <h2>{words.bills}</h2>
        <SearchField label={words.search} value={q} onChange={setQ} />
      </search>
      {pages.items.length > 0 && <Batches batches={pages.items} />}
      <MoreRows pages={pages} shape="table" empty={q.trim() === "" ? words.empty : words.noneFound} />
    </>
  );
}

function Batches({ batches }: { batches: readonly BillingBatch[] }) {
  const words = useBillingWords();
  const format = useFormat();
  const clients = useClients();
  const projects = useProjectsById();
  const clientsOf = ({ filter: { clientId = [], projectId = [] } }: BillingBatch) => {
    const ids = new Set([...clientId, ...projectId.map((id) => projects.get(id)?.clientId)]);
    return clients.flatMap(({ id, name }) => (ids.has(id) ? name : [])).join(", ");
  };
  const periodOf = ({ filter, timeZone }: BillingBatch) => {
    const { from, to } = daysContaining(filter, timeZone);
    if (from !== undefined && to !== undefined) return `${format.briefDate(from)} – ${format.briefDate(to)}`;
    return (from && `${words.from} ${format.briefDate(from)}`) ?? (to && `${words.to} ${format.briefDate(to)}`);
  };
  const hasMoney = batches.some(({ totals }) => totals.amountMinor !== undefined);
  return (
    <Table
      isPanel
      label={words.bills}
      rows={batches}
      keyOf={({ id }) => id}
      columns={[
        { name: words.reference, cell: ({ id, reference }) => <Link href={`/billing/${id}`}>{reference}</Link> },
        { name: words.client, cell: clientsOf },
        { name: words.period, kind: "date", cell: periodOf },
        { name: words.billedOn, kind: "date", cell: ({ billedOn }) => format.date(billedOn) },
        { name: words.hours, kind: "number", cell: ({ totals }) => format.duration(totals.billableSeconds) },
        hasMoney && {
          name: words.amount,
          kind: "number",
          cell: ({ totals, currency }) => format.money(totals.amountMinor ?? 0, currency),
        },
      ]}
    />
  );
}
