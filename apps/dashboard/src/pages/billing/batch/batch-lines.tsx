import type { BillingBatch, BillingLines } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { stint } from "#api/connection/client.ts";
import { defineQuery, useProjectsById } from "#api/queries.ts";
import type { Language } from "#i18n/catalogue.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { CsvShapeItems, useTableShape } from "#screen/csv-shape.tsx";
import { useParam } from "#screen/use-param.ts";
import { useSettings } from "#state/settings/settings.ts";
import { MenuItem } from "#ui/menu/menu.tsx";
import { MoreMenu } from "#ui/menu/more-menu.tsx";
import { useAction } from "#ui/form/use-action.ts";
import { ColorDot } from "#ui/color-dot.tsx";
import { ListState } from "#ui/list/list-state.tsx";
import { Table } from "#ui/list/table.tsx";
import { saveFile } from "#ui/files/save-file.ts";
import { Panel } from "#ui/panel.tsx";
import { projectColor } from "#ui/project-color.ts";
import { useBillingWords } from "#i18n/words/use-billing-words.ts";
import { Button } from "#ui/button/button.tsx";
import { Select } from "#ui/fields/select.tsx";
import { ErrorLine } from "#ui/form/error-line.tsx";
import { type BatchLine, withSums } from "./with-sums.ts";
import classes from "#pages/billing/parts/billing.module.css";

type Grouping = NonNullable<Exclude<Parameters<typeof stint.billingBatches.lines>[1], undefined>["groupBy"]>;

type Groups = Extract<Grouping, readonly unknown[]>;

const formats = ["csv", "xlsx", "json"] as const;
const names = { csv: "CSV", xlsx: "Excel", json: "JSON" };

/** The lines of a batch as they appear on the invoice, with a download. */
export function BatchLines({ batch }: { batch: BillingBatch }) {
  const { id, currency } = batch;
  const words = useBillingWords();
  const { entries } = useText();
  const [asked, setAsked] = useParam("groupBy");
  const chosen = asked in words.groupings ? asked : "project,task";
  const groupBy = chosen.split(",") as Groups;
  const query = useQuery({
    ...defineQuery(["billing-batch", id, "lines", chosen], () => stint.billingBatches.lines(id, { groupBy })),
    staleTime: Infinity,
  });

  const { isRunning, message, save } = useSaveLines(batch, groupBy);
  return (
    <Panel
      title={words.lines}
      id="lines"
      isLong
      aside={
        <div className="wrap screen-only">
          <Select
            label={words.groupBy}
            className={classes.grouping}
            value={chosen}
            options={Object.entries(words.groupings)}
            onChange={setAsked}
          />
          {formats.map((kind) => (
            <Button key={kind} isSmall disabled={isRunning} onClick={() => save(kind)}>
              {names[kind]}
            </Button>
          ))}
          <Button isSmall aria-label={words.print} onClick={() => print()}>
            <Printer size={16} aria-hidden />
          </Button>
          <MoreMenu label={`${words.lines}: ${entries.moreOfScreen}`}>
            {(["csv", "xlsx"] as const).map((kind) => (
              <MenuItem key={kind} disabled={isRunning} onClick={() => save(kind, {})}>
                {entries.apiColumns(names[kind])}
              </MenuItem>
            ))}
            <CsvShapeItems />
          </MoreMenu>
        </div>
      }
    >
      <ErrorLine className="inset">{message}</ErrorLine>
      {query.data === undefined ? <ListState query={query} /> : <LineTable lines={query.data} currency={currency} />}
    </Panel>
  );
}

function useSaveLines({ id, reference }: BillingBatch, groupBy: Groups) {
  const { language } = useSettings();
  const { run, ...action } = useAction();
  const shaped = useTableShape();

  /** Without a language, a table has the columns of the API. */
  async function saveNow(kind: (typeof formats)[number], table: { language?: Language }): Promise<void> {
    const name = `${reference.replaceAll(/[^\p{L}\p{N}._-]+/gu, "-")}.${kind}`;
    if (kind === "json") {
      const lines = await stint.billingBatches.lines(id, { groupBy });
      saveFile(name, new Blob([JSON.stringify(lines, null, 2)], { type: "application/json" }));
    } else saveFile(name, await (await stint.billingBatches.lines(id, { groupBy, ...shaped(kind), ...table })).blob());
  }

  const save = (kind: (typeof formats)[number], table: { language?: Language } = { language }) =>
    run(() => saveNow(kind, table));
  return { ...action, save };
}

function LineTable({ lines: { data, totals }, currency }: { lines: BillingLines; currency: string }) {
  const words = useBillingWords();
  const format = useFormat();
  const projects = useProjectsById();
  const hasMoney = totals.amountMinor !== undefined;
  const price = (minor: number | undefined) => minor !== undefined && format.money(minor, currency);
  return (
    <Table<BatchLine>
      labelledBy="lines"
      rows={withSums(data)}
      keyOf={(_, at) => at}
      rowClass={({ kind }) => (kind === "sum" ? "strong" : undefined)}
      total={{ ...totals, projectName: words.total }}
      columns={[
        {
          name: words.line,
          cell: (line) => (
            <span className={`wrap ${line.kind === "part" ? classes.task : ""}`}>
              {line.projectId !== undefined && line.kind !== "part" && (
                <ColorDot color={projectColor(projects.get(line.projectId))} />
              )}
              {nameOf(line, format.date)}
            </span>
          ),
        },
        { name: words.quantity, kind: "number", cell: ({ quantity }) => format.number(Number(quantity), decimals) },
        hasMoney && {
          name: words.unitPrice,
          kind: "number",
          cell: ({ unitPriceMinor }) => (unitPriceMinor === null ? words.mixed : price(unitPriceMinor)),
        },
        hasMoney && { name: words.amount, kind: "number", cell: ({ amountMinor }) => price(amountMinor ?? 0) },
      ]}
    />
  );
}

const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

/** Names a line after the groups that it belongs to. */
function nameOf(line: BatchLine, dateOf: (day: string) => string): string {
  const { clientName, projectName, taskName, userName, date, description } = line;
  return (
    [projectName ?? clientName, taskName, userName, date && dateOf(date), description]
      .filter((part) => part)
      .join(" · ") || "–"
  );
}
