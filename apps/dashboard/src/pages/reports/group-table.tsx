import { ChevronRight } from "lucide-react";
import { Fragment, useState } from "react";
import { useFormat } from "#i18n/format.ts";
import { Amount } from "#figures/amount.tsx";
import { ShareBar } from "#figures/share-bar.tsx";
import { ColorDot } from "#ui/color-dot.tsx";
import table from "#ui/list/table.module.css";
import { Figure } from "./figure.tsx";
import { type Compared, compareGroups, type Figures, type Group } from "./compare-groups.ts";
import type { Grouping, ReportState } from "./report-address.ts";
import type { Step } from "./report-queries.ts";
import { useWords } from "./use-words.ts";
import classes from "./reports.module.css";

interface Props {
  by: readonly Grouping[];
  groups: readonly Group[];
  totals: Figures;
  currency: string;
  /** The groups of the previous range; undefined if nothing is compared. */
  before?: { groups: readonly Group[]; totals: Figures } | undefined;
  nameOf: (by: Grouping, key: string | null, name: string | null) => string;
  colorOf?: (by: Grouping, key: string | null) => string | undefined;
  entriesOf: (steps: readonly Step[], change?: Partial<ReportState>) => string | undefined;
  entriesBefore?: ((steps: readonly Step[]) => string | undefined) | undefined;
}

const mostOpen = 60;
const page = 200;

/** The sums of groups and subgroups, with each one's share of the total. */
export function GroupTable(props: Props) {
  const { by, totals, currency, before, entriesOf, entriesBefore } = props;
  const format = useFormat();
  const words = useWords();
  const groups = compareGroups(props.groups, before?.groups, by[0] === "date");
  const count = groups.reduce((sum, { parts }) => sum + parts.length, 0);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [most, setMost] = useState(page);
  const hasMoney = totals.amountMinor !== undefined;
  const isOpen = (id: string) => count <= mostOpen !== toggled.has(id);
  const toggle = (id: string) =>
    setToggled(new Set(toggled.has(id) ? [...toggled].filter((each) => each !== id) : [...toggled, id]));
  const row = { ...props, hasMoney, entriesOf };
  return (
    <>
      <table className={`${table.table} ${classes.table}`}>
        <thead>
          <tr>
            <th scope="col">{by.map((each) => words.groupings[each]).join(" / ")}</th>
            <Column label={words.tracked} />
            <th scope="col">{words.share}</th>
            <Column label={words.billable} />
            {hasMoney && <Column label={words.amount} />}
            {before !== undefined && (
              <>
                <Column label={words.before} />
                <Column label={words.difference} />
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {groups.slice(0, most).map((group) => (
            <Fragment key={group.id}>
              <Row
                {...row}
                steps={[{ by: by[0] ?? "project", key: group.key }]}
                of={group}
                toggle={group.parts.length > 0 ? { isOpen: isOpen(group.id), run: () => toggle(group.id) } : undefined}
              />
              {isOpen(group.id) &&
                group.parts.map((part) => (
                  <Row
                    key={part.id}
                    {...row}
                    steps={[
                      { by: by[0] ?? "project", key: group.key },
                      { by: by[1] ?? "project", key: part.key },
                    ]}
                    of={part}
                  />
                ))}
            </Fragment>
          ))}
          <tr className={classes.total}>
            <th scope="row">{words.total}</th>
            <td className={table.number} data-label={words.tracked}>
              <Figure href={entriesOf([])}>{format.duration(totals.seconds)}</Figure>
            </td>
            <td />
            <td className={table.number} data-label={words.billable}>
              <Figure href={entriesOf([], { billable: true })}>{format.duration(totals.billableSeconds)}</Figure>
            </td>
            {totals.amountMinor !== undefined && (
              <td className={table.number} data-label={words.amount}>
                <Amount minor={totals.amountMinor} secondsWithoutRate={totals.unratedSeconds}>
                  <Figure href={entriesOf([], { billable: true })}>{format.money(totals.amountMinor, currency)}</Figure>
                </Amount>
              </td>
            )}
            {before !== undefined && (
              <Comparison
                seconds={totals.seconds}
                secondsBefore={before.totals.seconds}
                href={before.totals.entries === 0 ? undefined : entriesBefore?.([])}
              />
            )}
          </tr>
        </tbody>
      </table>
      {groups.length > most && (
        <p className={classes.note}>
          <button type="button" className={classes.figure} onClick={() => setMost(most + page)}>
            {words.moreGroups(format.number(groups.length - most))}
          </button>
        </p>
      )}
    </>
  );
}

function Column({ label }: { label: string }) {
  return (
    <th scope="col" className={table.number}>
      {label}
    </th>
  );
}

interface RowProps extends Props {
  steps: readonly Step[];
  of: Compared;
  hasMoney: boolean;
  toggle?: { isOpen: boolean; run: () => void } | undefined;
}

function Row({
  steps,
  of,
  hasMoney,
  toggle,
  totals,
  currency,
  before,
  nameOf,
  colorOf,
  entriesOf,
  entriesBefore,
}: RowProps) {
  const format = useFormat();
  const words = useWords();
  const { by } = steps.at(-1) ?? { by: "project" };
  const name = nameOf(by, of.key, of.name);
  const color = colorOf?.(by, of.key);
  const link = (change?: Partial<ReportState>) => (of.entries === 0 ? undefined : entriesOf(steps, change));
  return (
    <tr className={steps.length > 1 ? classes.part : undefined}>
      <th scope="row">
        <span className={classes.name}>
          {toggle !== undefined && (
            <button
              type="button"
              className={classes.toggle}
              aria-expanded={toggle.isOpen}
              aria-label={words.expand(name)}
              onClick={toggle.run}
            >
              <ChevronRight size={14} aria-hidden />
            </button>
          )}
          {color !== undefined && <ColorDot color={color} />}
          {name}
        </span>
      </th>
      <td className={table.number} data-label={words.tracked}>
        <Figure href={link()}>{format.duration(of.seconds)}</Figure>
      </td>
      <td>
        <ShareBar part={of.seconds} whole={totals.seconds} />
      </td>
      <td className={table.number} data-label={words.billable}>
        <Figure href={link({ billable: true })}>{format.duration(of.billableSeconds)}</Figure>
      </td>
      {hasMoney && (
        <td className={table.number} data-label={words.amount}>
          <Amount minor={of.amountMinor} secondsWithoutRate={of.unratedSeconds}>
            <Figure href={link({ billable: true })}>{format.money(of.amountMinor ?? 0, currency)}</Figure>
          </Amount>
        </td>
      )}
      {before !== undefined && (
        <Comparison
          seconds={of.seconds}
          secondsBefore={of.before?.seconds ?? 0}
          href={of.before === undefined ? undefined : entriesBefore?.(steps)}
        />
      )}
    </tr>
  );
}

function Comparison(props: { seconds: number; secondsBefore: number; href: string | undefined }) {
  const { seconds, secondsBefore, href } = props;
  const words = useWords();
  const format = useFormat();
  return (
    <>
      <td className={table.number} data-label={words.before}>
        <Figure href={href}>{format.duration(secondsBefore)}</Figure>
      </td>
      <td className={table.number} data-label={words.difference}>
        <Difference now={seconds} before={secondsBefore} />
      </td>
    </>
  );
}

/** The change since the previous range. */
export function Difference({ now, before }: { now: number; before: number }) {
  const format = useFormat();
  const more = now - before;
  const sign = more > 0 ? "+" : "";
  const share = before === 0 ? "" : ` (${sign}${format.percent(more / before)})`;
  return `${sign}${format.duration(more)}${share}`;
}
