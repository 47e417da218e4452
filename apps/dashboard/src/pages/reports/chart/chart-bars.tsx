import { type KeyboardEvent, useState } from "react";
import { Link } from "wouter";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { ColorDot } from "#ui/color-dot.tsx";
import { useReportWords } from "#pages/reports/figures/use-report-words.ts";
import classes from "./chart-bars.module.css";

interface Bar {
  name: string;
  seconds: number;
  /** From the top of the stack. */
  parts: readonly { name: string; color: string; seconds: number }[];
  /** The URL of the entries behind the bar. */
  href: string | undefined;
}

interface Props {
  label: string;
  /** The time of a bar as high as the plot. */
  mostSeconds: number;
  bars: readonly Bar[];
}

/**
 * Stacked bars. Each says its figures to the pointer and to the focus, which the arrow keys move from bar to bar, and
 * links to its entries.
 */
export function ChartBars({ label, mostSeconds, bars }: Props) {
  const { shell } = useText();
  const format = useFormat();
  const [tabStop, setTabStop] = useState(0);
  const [shown, setShown] = useState<number>();
  const last = bars.length - 1;
  const tip = bars[shown ?? bars.length];
  const name = (part: Pick<Bar, "name" | "seconds">) => shell.named(part.name, format.duration(part.seconds));

  function press(event: KeyboardEvent<HTMLElement>): void {
    if (event.key === "Escape") setShown(undefined);
    // With Alt, an arrow goes back or forward in the browser.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const to = { ArrowLeft: tabStop - 1, ArrowRight: tabStop + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.currentTarget.querySelectorAll<HTMLElement>("[data-bar]")[Math.min(Math.max(to, 0), last)]?.focus();
  }

  return (
    <div
      role="group"
      aria-label={label}
      className={classes.bars}
      onKeyDown={press}
      onPointerLeave={() => setShown(undefined)}
      onBlur={() => setShown(undefined)}
    >
      {bars.map((bar, at) => {
        const place = {
          "data-bar": true,
          "data-shown": at === shown || undefined,
          tabIndex: at === Math.min(tabStop, last) ? 0 : -1,
          "aria-label": [bar, ...(bar.parts.length > 1 ? bar.parts : [])].map(name).join(", "),
          onPointerEnter: () => setShown(at),
          onFocus: () => {
            setTabStop(at);
            setShown(at);
          },
          children: bar.parts.map(({ color, seconds }, part) => (
            <i key={part} style={{ height: `${(seconds / mostSeconds) * 100}%`, backgroundColor: color }} />
          )),
        };
        return bar.href === undefined ? (
          <span key={at} {...place} role="img" />
        ) : (
          <Link key={at} {...place} href={bar.href} />
        );
      })}
      {tip !== undefined && <Tip {...tip} before={shown ?? 0} after={last - (shown ?? 0)} />}
    </div>
  );
}

/** Next to its bar, on the side with more bars. The bar's name says the same. */
function Tip({ name, seconds, parts, href, before, after }: Bar & { before: number; after: number }) {
  const words = useReportWords();
  const format = useFormat();
  const side = after >= before ? "left" : "right";
  const place = (Math.min(before, after) + 1) / (before + after + 1);
  return (
    <div className={`panel stack inset ${classes.tip}`} style={{ [side]: `calc(${place * 100}% + 4px)` }} aria-hidden>
      <b>{name}</b>
      {parts.map((part, at) => (
        <span key={at} className="row">
          <ColorDot color={part.color} />
          <span className="cut">{part.name}</span>
          <span className="end">{format.duration(part.seconds)}</span>
        </span>
      ))}
      <span className={`between strong ${classes.total}`}>
        <span>{words.total}</span>
        {format.duration(seconds)}
      </span>
      {href !== undefined && (
        <span className="small keyboard-only">
          <kbd>←</kbd> <kbd>→</kbd> <kbd>Enter</kbd> {words.showEntries}
        </span>
      )}
    </div>
  );
}
