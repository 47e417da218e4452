import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { Link } from "wouter";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { ColorDot } from "#ui/color-dot.tsx";
import { useWords } from "#pages/reports/figures/use-words.ts";
import classes from "./chart-bars.module.css";

interface Bar {
  name: string;
  seconds: number;
  parts: readonly { name: string; color: string; seconds: number }[];
  /** The URL of the entries behind the bar. */
  href: string | undefined;
}

/**
 * The places of a chart's bars. Each says its figures to the pointer and to the focus, which the arrow keys move from
 * bar to bar, and leads to its entries.
 */
export function ChartBars({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const { shell } = useText();
  const format = useFormat();
  const [tabStop, setTabStop] = useState(0);
  const [shown, setShown] = useState<number>();
  const isFirstTap = useRef(false);
  const figure = (name: string, seconds: number) => shell.named(name, format.duration(seconds));
  const tip = shown === undefined ? undefined : bars[shown];

  function press(event: KeyboardEvent<HTMLElement>): void {
    if (event.key === "Escape") setShown(undefined);
    const last = bars.length - 1;
    const to = { ArrowLeft: tabStop - 1, ArrowRight: tabStop + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.currentTarget.querySelectorAll<HTMLElement>("[data-bar]")[Math.min(Math.max(to, 0), last)]?.focus();
  }

  return (
    <div
      role="group"
      aria-label={label}
      className={`screen-only ${classes.bars}`}
      onKeyDown={press}
      onPointerLeave={() => setShown(undefined)}
      onBlur={() => setShown(undefined)}
    >
      {bars.map(({ name, seconds, parts, href }, at) => {
        const place = {
          "data-bar": true,
          "data-shown": at === shown || undefined,
          tabIndex: at === Math.min(tabStop, bars.length - 1) ? 0 : -1,
          "aria-label": [figure(name, seconds), ...parts.map((part) => figure(part.name, part.seconds))].join(", "),
          onPointerEnter: () => setShown(at),
          // A finger can't hover, so its first tap only shows the figures.
          onPointerDown: ({ pointerType, currentTarget }: PointerEvent) => {
            isFirstTap.current = pointerType === "touch" && currentTarget !== document.activeElement;
          },
          onFocus: () => {
            setTabStop(at);
            setShown(at);
          },
        };
        return href === undefined ? (
          <span key={at} {...place} role="img" />
        ) : (
          <Link
            key={at}
            {...place}
            href={href}
            onClick={(event) => {
              if (!isFirstTap.current) return;
              event.preventDefault();
              event.currentTarget.focus();
            }}
          />
        );
      })}
      {tip !== undefined && shown !== undefined && (
        <Tip {...tip} share={(shown + 0.5) / bars.length} half={0.5 / bars.length} />
      )}
    </div>
  );
}

/** Next to its bar, on the side with more room. The bar's name says the same. */
function Tip({ name, seconds, parts, href, share, half }: Bar & { share: number; half: number }) {
  const words = useWords();
  const format = useFormat();
  const isLeft = share > 0.5;
  const start = `calc(${(isLeft ? 1 - share + half : share + half) * 100}% + 4px)`;
  return (
    <div className={classes.tip} style={isLeft ? { right: start } : { left: start }} aria-hidden>
      <b>{name}</b>
      {parts.map((part) => (
        <span key={part.name} className="row">
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
