import type { Days } from "@stint/grammar/read-period.ts";
import type { Summary } from "@stint/sdk";
import { findClient } from "#src/names/find.ts";
import { readDays } from "#src/names/periods.ts";
import { object, out, period, text } from "#src/protocol/schema.ts";
import { tool, type ToolContext } from "#src/protocol/tool.ts";
import { clean } from "#src/text/mark.ts";
import { exactDuration } from "@stint/grammar/time-text.ts";
import { amountOf } from "./report.ts";

const maxClients = 60;
const maxBills = 20;
const maxLines = 60;
/** Amounts are null without the scope costs:read. */
const sums = { duration: out.text, amount: out.numberOrNull };

export const billingTool = tool({
  name: "billing",
  title: "Billing",
  description:
    "What each client has not been billed for yet and what has been billed, by the days of the work; and the latest bills or, with reference, their lines. Only reads: bills are made in the dashboard.",
  input: object({
    period: {
      ...period,
      description: "Only work in this period; by default all. The bills are the latest in any case.",
    },
    client: text("Only this client.", "Acme"),
    reference: text("Only bills whose reference contains this, with their lines.", "2026-0042"),
  }),
  output: out.object({
    from: out.textOrNull,
    to: out.textOrNull,
    currency: out.text,
    clients: out.list(
      out.object({
        client: out.text,
        unbilled: out.text,
        unbilled_amount: out.numberOrNull,
        billed: out.text,
        billed_amount: out.numberOrNull,
      }),
    ),
    left_out_clients: out.number,
    bills: out.list(
      out.object(
        {
          reference: out.text,
          billed_on: out.text,
          ...sums,
          lines: out.list(out.object({ client: out.text, project: out.text, ...sums })),
        },
        "lines",
      ),
    ),
  }),
  scopes: ["billing:read", "reports:read", "projects:read"],
  effect: "reads",
  async run(context, { period: typed, client, reference }) {
    const { stint, zone } = context;
    const days: Partial<Days> = typed === undefined ? {} : readDays(context, typed);
    const clientId = client === undefined ? undefined : (await findClient(context, client)).id;
    const query = { ...days, tz: zone, clientId, groupBy: "client" } as const;
    const [unbilled, billed, batches] = await Promise.all([
      stint.reports.summary({ ...query, billable: true, billed: false }),
      stint.reports.summary({ ...query, billed: true }),
      stint.billingBatches.list({ q: reference, limit: maxBills }),
    ]);
    const { currency } = unbilled;
    const names = new Map([...unbilled.groups, ...billed.groups].map(({ key, name }) => [key, name]));
    const sumsOf = ({ groups }: Summary, id: string | null) => {
      const none = { billableSeconds: 0, amountMinor: unbilled.totals.amountMinor === undefined ? undefined : 0 };
      return showSums(groups.find(({ key }) => key === id) ?? none, currency);
    };
    const clients = [...names].map(([id, name]) => {
      const [open, closed] = [sumsOf(unbilled, id), sumsOf(billed, id)];
      return {
        client: clean(name ?? "none", 120),
        unbilled: open.duration,
        unbilled_amount: open.amount,
        billed: closed.duration,
        billed_amount: closed.amount,
      };
    });
    const bills = batches.data.map(async ({ id, reference: name, billedOn, totals, currency: ofBill }) => ({
      reference: clean(name),
      billed_on: billedOn,
      ...showSums(totals, ofBill),
      ...(reference === undefined ? {} : { lines: await readLines(context, id) }),
    }));
    return {
      data: {
        from: days.from ?? null,
        to: days.to ?? null,
        currency,
        clients: clients.slice(0, maxClients),
        left_out_clients: Math.max(0, clients.length - maxClients),
        bills: await Promise.all(bills),
      },
      ...(batches.nextCursor === null ? {} : { summary: "There are more bills: send a reference." }),
    };
  },
});

async function readLines({ stint }: ToolContext, id: string) {
  const { data, currency } = await stint.billingBatches.lines(id, { groupBy: ["client", "project"] });
  return data.slice(0, maxLines).map(({ clientName, projectName, ...line }) => ({
    client: clean(clientName ?? "none", 120),
    project: clean(projectName ?? "", 120),
    ...showSums(line, currency),
  }));
}

function showSums(of: Pick<Summary["totals"], "billableSeconds" | "amountMinor">, currency: string) {
  return { duration: exactDuration(of.billableSeconds), amount: amountOf(of, currency) };
}
