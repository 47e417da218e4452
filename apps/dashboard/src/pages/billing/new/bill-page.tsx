import { Link } from "wouter";
import { useClients, useMe } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useBillingWords } from "#i18n/words/use-billing-words.ts";
import { PageHead } from "#screen/page-head.tsx";
import { Button } from "#ui/button/button.tsx";
import { ListState } from "#ui/list/list-state.tsx";
import { ForBilling } from "#pages/billing/parts/for-billing.tsx";
import { UnbilledTable } from "#pages/billing/parts/unbilled-table.tsx";
import { BillFilterBar } from "./bill-filter-bar.tsx";
import { BillForm } from "./bill-form.tsx";
import { BillLineTable } from "./bill-line-table.tsx";
import { useBill } from "./use-bill.ts";
import classes from "#pages/billing/parts/billing.module.css";

/** `/billing/new`: shows the unbilled time of a client or project as lines, and bills exactly what it shows. */
export function BillPage() {
  return (
    <ForBilling needs="billing:write">
      <NewBill />
    </ForBilling>
  );
}

function NewBill() {
  const words = useBillingWords();
  const format = useFormat();
  const clients = useClients();
  const { currency } = useMe().organization;
  const bill = useBill();
  const { filter, set, lines = [], amountMinor } = bill;
  const [client] = clients.filter(({ id }) => filter.clientId.includes(id));
  return (
    <>
      <Link href="/billing" className="back plain dim">
        ← {words.back}
      </Link>
      <PageHead title={filter.clientId.length === 1 ? client && words.billTitle(client.name) : undefined}>
        {amountMinor !== undefined && (
          <Button kind="main" type="submit" form="bill" isBusy={bill.isSending}>
            {words.bill(format.money(amountMinor, currency))}
          </Button>
        )}
      </PageHead>
      <BillFilterBar filter={filter} onChange={set} />
      {!bill.isChosen && (
        <>
          <p>{words.chooseFirst}</p>
          <UnbilledTable filter={filter} />
        </>
      )}
      {bill.isChosen && (
        <div className={classes.bill}>
          <section className="panel" aria-label={words.lines}>
            {lines.length > 0 && <BillLineTable bill={bill} lines={lines} />}
            <ListState query={bill.query} empty={lines.length === 0 && words.nothing} />
          </section>
          <BillForm bill={bill} />
        </div>
      )}
    </>
  );
}
