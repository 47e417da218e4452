import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useText } from "#i18n/text.ts";
import { useLastBegun } from "#state/use-last-begun.ts";
import { useTracked } from "#state/use-tracking.ts";
import { useTimerActions } from "#parts/entries/use-timer-actions.ts";
import { RoundButton } from "#ui/button/round-button.tsx";
import { useTimerGuard } from "./use-timer-guard.ts";
import { RunningTime } from "./running-time.tsx";
import classes from "./floating-timer.module.css";

export function FloatingTimer({ view }: { view: Window }) {
  const { time } = useText();
  const timer = useTracked((view) => view.timer);
  const { start, stop } = useTimerActions();
  const { isGuarded, guard } = useTimerGuard();
  const [isStyled, setIsStyled] = useState(false);
  useEffect(() => followPage(view.document, () => setIsStyled(true)), [view]);
  useEffect(() => {
    view.document.title = time.timer;
  }, [view, time]);
  const { last } = useLastBegun();
  const description = (timer ?? last)?.description;
  return createPortal(
    <main className={classes.window} hidden={!isStyled} aria-label={time.timer}>
      <p className={`stack ${classes.words}`}>
        {timer === null ? (
          <span className="dim">{last === undefined ? time.noEntries : time.lastWorkedOn}</span>
        ) : (
          <RunningTime since={timer.startedAt} view={view} />
        )}
        <span className="cut">
          {description === undefined || description === "" ? time.noDescription : description}
        </span>
      </p>
      {timer !== null && (
        <RoundButton label={time.stopTimer} isRunning isGuarded={isGuarded} onClick={() => guard(stop)} />
      )}
      {timer === null && last !== undefined && (
        <RoundButton
          label={time.goOnWith(last.description === "" ? time.noDescription : last.description)}
          isRunning={false}
          isGuarded={isGuarded}
          onClick={() => guard(() => start(last))}
        />
      )}
    </main>,
    view.document.body,
  );
}

/**
 * Applies the page's style sheets, language and theme to another document, and keeps the language and theme in sync.
 */
function followPage(other: Document, onStyled: () => void): () => void {
  // Copies style sheets as links, because the content security policy also applies there and forbids inline styles.
  const links = [...document.querySelectorAll<HTMLElement>("link[rel=stylesheet], style")].map(
    (each) => other.importNode(each, true) as HTMLElement,
  );
  const loading = links.map(
    (link) =>
      new Promise<void>((resolve) => {
        if (!link.matches("link")) return resolve();
        link.addEventListener("load", () => resolve());
        link.addEventListener("error", () => resolve());
      }),
  );
  other.head.append(...links);
  void Promise.all(loading).then(onStyled);
  const copy = () => {
    const { lang, dataset } = document.documentElement;
    other.documentElement.lang = lang;
    other.documentElement.dataset["theme"] = dataset["theme"] ?? "";
  };
  copy();
  const observer = new MutationObserver(copy);
  observer.observe(document.documentElement, { attributeFilter: ["lang", "data-theme"] });
  return () => observer.disconnect();
}
