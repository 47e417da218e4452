import type { Days } from "@stint/grammar/read-period.ts";
import { dayOf } from "@stint/grammar/zone.ts";
import { exactDuration } from "@stint/grammar/time-text.ts";
import type { Summary } from "@stint/sdk";
import { findClient } from "#src/names/find.ts";
import { readDays } from "#src/names/periods.ts";
import { object, out, period, text } from "#src/protocol/schema.ts";
import { tool } from "#src/protocol/tool.ts";
import { clean } from "#src/text/mark.ts";
import { amountOf } from "./report.ts";

const maxClients = 60;
const maxBills = 20;
const sums = {
  unbilled: out.text,
  unbilled_amount: out.numberOrNull,
  unbilled_without_rate: out.text,
  billed: out.text,
  billed_amount: out.numberOrNull,
};

export const billingTool = tool({
  name: "billing",
  title: "Billing",
  description:
    "What each client has and has not been billed for, by the days of the work, and the latest bills. Only reads: bills are made in the dashboard, which also shows their lines. Amounts need costs:read.",
  input: object({
    period: {
      ...period,
      description: "Only work in this period; by default all up to today. The bills are the latest in any case.",
    },
    client: text("Only this client, and bills that may contain its time.", "Acme"),
  }),
  output: out.object({
    from: out.textOrNull,
    to: out.textOrNull,
    time_zone: out.text,
    currency: out.text,
    totals: out.object(sums),
    clients: out.list(out.object({ client: out.text, ...sums })),
    left_out_clients: out.number,
    bills: out.list(
      out.object({ reference: out.text, billed_on: out.text, duration: out.text, amount: out.numberOrNull }),
    ),
  }),
  scopes: ["billing:read", "reports:read", "projects:read"],
  effect: "reads",
  async run(context, { period: typed, client }) {
    const { stint, me, nowMs } = context;
    const days: Partial<Days> =
      typed === undefined ? { to: dayOf(nowMs, me.organization.timeZone) } : readDays(context, typed);
    const clientId = client === undefined ? undefined : (await findClient(context, client)).id;
    // The days are those of the organization's time zone, as on bills and in the dashboard.
    const query = { ...days, clientId, groupBy: "client" } as const;
    const [unbilled, billed, batches] = await Promise.all([
      stint.reports.summary({ ...query, billable: true, billed: false }),
      stint.reports.summary({ ...query, billed: true }),
      stint.billingBatches.list({ limit: maxBills }),
    ]);
    const names = new Map([...unbilled.groups, ...billed.groups].map(({ key, name }) => [key, name]));
    const sumsOf = (open: Sums, closed: Sums) => ({
      unbilled: exactDuration(open.billableSeconds),
      unbilled_amount: amountOf(open, unbilled.currency),
      unbilled_without_rate: exactDuration(open.unratedSeconds ?? 0),
      billed: exactDuration(closed.billableSeconds),
      billed_amount: amountOf(closed, billed.currency),
    });
    const clients = [...names].map(([id, name]) => ({
      client: clean(name ?? "none", 120),
      ...sumsOf(groupOf(unbilled, id), groupOf(billed, id)),
    }));
    const bills = batches.data.filter(
      ({ filter }) => clientId === undefined || filter.clientId?.includes(clientId) !== false,
    );
    return {
      data: {
        from: days.from ?? null,
        to: days.to ?? null,
        time_zone: unbilled.tz,
        currency: unbilled.currency,
        totals: sumsOf(unbilled.totals, billed.totals),
        clients: clients.slice(0, maxClients),
        left_out_clients: Math.max(0, clients.length - maxClients),
        bills: bills.map(({ reference, billedOn, totals, currency }) => ({
          reference: clean(reference),
          billed_on: billedOn,
          duration: exactDuration(totals.billableSeconds),
          amount: amountOf(totals, currency),
        })),
      },
      ...(batches.nextCursor === null ? {} : { summary: "Older bills are in the dashboard." }),
    };
  },
});

type Sums = Pick<Summary["totals"], "billableSeconds" | "amountMinor" | "unratedSeconds">;

/** Returns the sums of a client; zeros, with money if it is seen, for one that has none. */
function groupOf({ groups, totals }: Summary, id: string | null): Sums {
  const none = { billableSeconds: 0, amountMinor: totals.amountMinor === undefined ? undefined : 0 };
  return groups.find(({ key }) => key === id) ?? none;
}
