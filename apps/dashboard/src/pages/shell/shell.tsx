import { CalendarDays, ChartColumn, Clock, Folder, Search, Settings, Table2, UsersRound } from "lucide-react";
import {
  lazy,
  memo,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { Link, useRoute } from "wouter";
import { onSessionEnd, onSignInAgain } from "#api/client.ts";
import { useText } from "#api/settings.ts";
import { AccountMenu } from "./account-menu.tsx";
import { TimerBar } from "./timer-bar.tsx";
import { ScreenError } from "#pages/parts/screen-error.tsx";
import { useGo } from "#pages/parts/use-go.ts";
import { useShortcuts } from "#pages/parts/use-shortcuts.ts";
import { UndoToast } from "./undo-toast.tsx";
import { Unsent } from "./unsent.tsx";
import classes from "./shell.module.css";

const loadPalette = () => import("#pages/palette/palette.tsx").then((m) => ({ default: m.Palette }));
const Palette = lazy(loadPalette);
const SessionEnded = lazy(() => import("./session-ended.tsx").then((m) => ({ default: m.SessionEnded })));
const ShortcutSheet = lazy(() => import("./shortcut-sheet.tsx").then((m) => ({ default: m.ShortcutSheet })));

type Overlay = "palette" | "shortcuts";

/** The frame of every screen: navigation, timer bar, unsent writes, undo toast. */
export function Shell({ children }: { children: ReactNode }) {
  const { shell } = useText();
  const [overlay, setOverlay] = useState<Overlay>();
  const [session, setSession] = useState<"goesOn" | "asked" | "over">("goesOn");
  useEffect(() => {
    const ends = [onSessionEnd(() => setSession("asked")), onSignInAgain(() => setSession("goesOn"))];
    return () => ends.forEach((end) => end());
  }, []);
  const go = useGo();
  const close = () => setOverlay(undefined);
  const early = useRef("");
  const showShortcuts = useCallback(() => setOverlay("shortcuts"), []);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOverlay((before) => (before === "palette" ? undefined : "palette"));
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  useShortcuts(
    useMemo(
      () => ({
        "?": showShortcuts,
        n: () => document.querySelector<HTMLElement>("[data-description]")?.focus(),
        s: () => document.querySelector<HTMLElement>("[data-start-stop]")?.click(),
        "g t": () => go("/time"),
        "g c": () => go("/calendar"),
        "g s": () => go("/timesheet"),
        "g p": () => go("/projects"),
        "g r": () => go("/reports"),
        "g m": () => go("/team"),
        "g o": () => go("/settings"),
        "g u": () => go("/profile"),
      }),
      [go, showShortcuts],
    ),
  );
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        {shell.skipToContent}
      </a>
      <div className={classes.sidebar}>
        <AccountMenu />
        <button
          type="button"
          className={classes.search}
          onPointerEnter={() => void loadPalette()}
          onClick={() => setOverlay("palette")}
        >
          <Search size={16} aria-hidden />
          <span>{shell.search}</span>
          <kbd>{isApple ? "⌘ K" : "Ctrl K"}</kbd>
        </button>
        <Navigation />
      </div>
      <div className={classes.column}>
        <TimerBar />
        <Unsent onSignIn={session === "over" ? () => setSession("asked") : undefined} />
        <main id="content" className={classes.content} tabIndex={-1}>
          {children}
        </main>
      </div>
      <UndoToast />
      <ScreenError at={overlay}>
        <Suspense>
          {session === "asked" && <SessionEnded onClose={() => setSession("over")} />}
          {overlay === "shortcuts" && <ShortcutSheet onClose={close} />}
        </Suspense>
        {overlay === "palette" && (
          <Suspense fallback={<EarlyField label={shell.search} typed={early} />}>
            <Palette early={early} onClose={close} onShortcuts={showShortcuts} />
          </Suspense>
        )}
      </ScreenError>
    </div>
  );
}

interface EarlyProps {
  label: string;
  typed: RefObject<string>;
}

/** Takes what is typed while the palette is being loaded, which else would be single keys of the screen. */
function EarlyField({ label, typed }: EarlyProps) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const { activeElement } = document;
    typed.current = "";
    field.current?.focus();
    // From there the palette takes the focus, and gives it back.
    return () => void (activeElement instanceof HTMLElement && activeElement.focus({ preventScroll: true }));
  }, [typed]);
  return (
    <input
      ref={field}
      className="visually-hidden"
      aria-label={label}
      onChange={({ currentTarget }) => void (typed.current = currentTarget.value)}
    />
  );
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

const Navigation = memo(function Navigation() {
  const { shell } = useText();
  const links = [
    { to: "/time", label: shell.time, icon: Clock },
    { to: "/calendar", label: shell.calendar, icon: CalendarDays },
    { to: "/timesheet", label: shell.timesheet, icon: Table2 },
    { to: "/projects", label: shell.projects, icon: Folder },
    { to: "/reports", label: shell.reports, icon: ChartColumn },
    { to: "/team", label: shell.team, icon: UsersRound, isWide: true },
    { to: "/settings", label: shell.settings, icon: Settings, isWide: true },
  ];
  return (
    <nav aria-label={shell.main} className={classes.navigation}>
      {links.map(({ to, label, icon: Icon, isWide }) => (
        <NavigationLink key={to} to={to} label={label} isWide={isWide} icon={<Icon size={16} aria-hidden />} />
      ))}
    </nav>
  );
});

interface LinkProps {
  to: string;
  label: string;
  icon: ReactNode;
  /** Only where there is room for it; on a phone it stands in the account's menu. */
  isWide: boolean | undefined;
}

function NavigationLink({ to, label, icon, isWide }: LinkProps) {
  const [isHere] = useRoute(`${to}/*?`);
  return (
    <Link href={to} className={classes.link} data-wide={isWide} aria-current={isHere ? "page" : undefined}>
      {icon}
      <span>{label}</span>
    </Link>
  );
}
