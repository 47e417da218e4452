import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { stint } from "#api/connection/client.ts";
import { useNames } from "#api/people.ts";
import { defineQuery, useMe, useProjectsById } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { useBillingWords } from "#i18n/words/use-billing-words.ts";
import { dayOf } from "#time/zoned.ts";
import { IconButton } from "#ui/button/button.tsx";
import { ColorDot } from "#ui/color-dot.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { ListState } from "#ui/list/list-state.tsx";
import { Table } from "#ui/list/table.tsx";
import { PersonName } from "#ui/person-name.tsx";
import { projectColor } from "#ui/project-color.ts";
import { type BillFilter, entriesAddress, toApiFilter } from "#pages/billing/parts/bill-filter.ts";
import { type BillLine, sumOf } from "./bill-lines.ts";
import type { Bill } from "./use-bill.ts";
import classes from "#pages/billing/parts/billing.module.css";

/** The most tasks that a filter of the API can select. With more lines, none can wait. */
const mostTasks = 100;
/** How many entries an opened line shows. */
const mostEntries = 5;

/** The sum of a project's lines, a line, one of its entries, the link to its other entries, or the total. */
interface Row {
  key: string;
  about: ReactNode;
  hours?: number;
  perHour?: BillLine["unitPriceMinor"];
  amount?: number | undefined;
  /** Only in the row of a line. */
  line?: BillLine;
  look?: string | undefined;
}

/** The lines of a bill. Each opens into its entries, and can be left for the next bill. */
export function BillLineTable({ bill, lines }: { bill: Bill; lines: readonly BillLine[] }) {
  const { filter, chosen, setWaiting } = bill;
  const words = useBillingWords();
  const format = useFormat();
  const { currency } = useMe().organization;
  const { rows, open, toggle } = useRows(filter, lines, chosen);
  const money = (minor: Row["perHour"]) =>
    minor === null ? words.mixed : minor !== undefined && format.money(minor, currency);
  const wait = (line: BillLine, isWaiting: boolean) =>
    setWaiting(
      lines.filter((each) => (each === line ? isWaiting : !chosen.includes(each))).map(({ taskId }) => taskId),
    );
  return (
    <Table<Row>
      label={words.lines}
      rows={rows}
      keyOf={({ key }) => key}
      total={{
        key: "total",
        about: words.total,
        hours: sumOf(chosen, "billableSeconds"),
        amount: sumOf(chosen, "amountMinor"),
      }}
      rowClass={({ look }) => look}
      columns={[
        lines.length <= mostTasks && {
          kind: "check",
          cell: ({ line }) =>
            line && (
              <Checkbox
                hidesLabel
                label={words.billOf(line.name)}
                checked={chosen.includes(line)}
                onChange={(isBilled) => wait(line, !isBilled)}
              />
            ),
        },
        { name: words.line, cell: ({ about }) => about },
        { name: words.hours, kind: "number", cell: ({ hours }) => hours !== undefined && format.duration(hours) },
        { name: words.perHour, kind: "number", cell: ({ perHour }) => money(perHour) },
        { name: words.amount, kind: "number", cell: ({ amount }) => money(amount) },
        {
          kind: "actions",
          cell: ({ line }) =>
            line && (
              <IconButton
                label={words.entriesOf(line.name)}
                aria-expanded={open === line.taskId}
                onClick={() => toggle(line.taskId)}
              >
                <ChevronRight size={16} className="turns" aria-hidden />
              </IconButton>
            ),
        },
      ]}
    />
  );
}

/**
 * The lines, of which one can be open: it is followed by its first entries. Several lines of a project follow their
 * sum.
 */
function useRows(filter: BillFilter, lines: readonly BillLine[], chosen: readonly BillLine[]) {
  const words = useBillingWords();
  const { shell } = useText();
  const projects = useProjectsById();
  const format = useFormat();
  const [open, setOpen] = useState("");
  const openLine = lines.find(({ taskId }) => taskId === open);
  const entryRows = useEntryRows(filter, openLine);
  const dotOf = ({ projectId }: BillLine) => <ColorDot color={projectColor(projects.get(projectId))} />;
  const nameOfLine = (line: BillLine, isOnly: boolean) => (
    <span className={`wrap ${isOnly ? "" : classes.task}`}>
      {isOnly && dotOf(line)} {isOnly ? line.name : line.task}
      {!chosen.includes(line) && <span className="chip">{words.waits}</span>}
      {line.unratedSeconds > 0 && (
        <span className="chip" data-kind="warn">
          {shell.withoutRate(format.duration(line.unratedSeconds))}
        </span>
      )}
    </span>
  );
  const rowsOf = (line: BillLine, isOnly: boolean): Row[] => {
    const { taskId: key, billableSeconds: hours, unitPriceMinor: perHour, amountMinor: amount } = line;
    const look = chosen.includes(line) ? undefined : "dim";
    const row = { key, about: nameOfLine(line, isOnly), hours, perHour, amount, line, look };
    return line === openLine ? [row, ...entryRows] : [row];
  };
  const rows = [...Map.groupBy(lines, ({ projectId }) => projectId).values()].flatMap((own): Row[] => {
    const [first] = own;
    if (first === undefined || own.length === 1) return own.flatMap((line) => rowsOf(line, true));
    const billed = own.filter((line) => chosen.includes(line));
    const sum = {
      key: first.projectId,
      about: (
        <span className="wrap">
          {dotOf(first)} {first.project}
        </span>
      ),
      hours: sumOf(billed, "billableSeconds"),
      amount: sumOf(billed, "amountMinor"),
      look: "strong",
    };
    return [sum, ...own.flatMap((line) => rowsOf(line, false))];
  });
  return { rows, open, toggle: (taskId: string) => setOpen(taskId === open ? "" : taskId) };
}

/** The first entries of the open line, and the link to its other entries. */
function useEntryRows(filter: BillFilter, line: BillLine | undefined): Row[] {
  const words = useBillingWords();
  const format = useFormat();
  const { timeZone } = useMe().organization;
  const asked = { ...entriesOfLine(filter, line), limit: mostEntries };
  const query = useQuery({
    ...defineQuery(["reports", "entries", asked], async () => (await stint.timeEntries.list(asked)).data),
    enabled: line !== undefined,
  });
  const { data: entries = [] } = query;
  const nameOf = useNames(entries.map(({ userId }) => userId));
  const look = classes.part;
  if (line === undefined) return [];
  if (query.data === undefined) return [{ key: "state", about: <ListState query={query} />, look }];
  const rows: Row[] = entries.map(({ id, startedAt, userId, description, billableSeconds, amountMinor }) => ({
    key: id,
    about: (
      <span className="wrap">
        <span className="dim">{format.briefDate(dayOf(startedAt, timeZone))}</span>
        <span>{description || "–"}</span>
        <span className="dim">
          <PersonName id={userId} name={nameOf(userId)} />
        </span>
      </span>
    ),
    hours: billableSeconds,
    amount: amountMinor,
    look,
  }));
  if (entries.length < mostEntries || line.entries <= mostEntries) return rows;
  const all = entriesAddress(entriesOfLine(filter, line));
  const rest = words.moreEntries(format.number(line.entries - entries.length));
  return [...rows, { key: "rest", about: <Link href={all}>{rest}</Link>, look }];
}

function entriesOfLine(filter: BillFilter, line: BillLine | undefined) {
  return {
    ...toApiFilter({ ...filter, isApprovedOnly: true }),
    taskId: [line?.taskId ?? ""],
    billable: true,
    billed: false,
    ...((line?.unapprovedSeconds ?? 0) > 0 && { approval: ["approved" as const] }),
  };
}
