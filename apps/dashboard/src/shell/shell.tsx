import { Bell, CircleQuestionMark, Search } from "lucide-react";
import { type FocusEvent, memo, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { Link, useLocation, useRoute } from "wouter";
import { onSessionEnd, onSignInAgain } from "#api/connection/client.ts";
import { useUnread } from "#api/notices.ts";
import { useMe } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { AddEntryButton } from "#parts/entries/add-entry/add-entry-button.tsx";
import { AccountMenu } from "./account/account-menu.tsx";
import { TimerBar } from "./timer/timer-bar.tsx";
import { apart, useLoadAhead } from "#ui/apart.ts";
import { EarlyField } from "#ui/dialog/early-field.tsx";
import { nameKeys } from "#i18n/name-keys.ts";
import { type Screen, useScreens } from "#screen/screens.ts";
import { useGo } from "#screen/keys/use-go.ts";
import { useShortcuts } from "#screen/keys/use-shortcuts.ts";
import { readSheetId } from "#parts/timesheets/read-sheet-id.ts";
import { isApple } from "#ui/is-apple.ts";
import { loadSending } from "#state/tracking/sending/sender.ts";
import { Part } from "#ui/dialog/part.tsx";
import { Region } from "#ui/region.tsx";
import { useToApproveCount } from "#parts/waiting/use-to-approve.ts";
import { useIsPhone } from "#ui/theme/use-media.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Button, IconButton } from "#ui/button/button.tsx";
import { ReadOpened } from "./read-opened.tsx";
import { useSignOut } from "./account/use-sign-out.ts";
import { Unsent } from "./lines/unsent.tsx";
import { ClockLines } from "./lines/clock-lines.tsx";
import type { HelpPart } from "./help-panel.tsx";
import classes from "./shell.module.css";

const palette = apart(() => import("./palette/palette.tsx").then((m) => m.Palette));
const Palette = palette.show;
const UndoToast = apart(() => import("./undo-toast.tsx").then((m) => m.UndoToast)).show;
const SessionEnded = apart(() => import("./lines/session-ended.tsx").then((m) => m.SessionEnded)).show;
const SignOutDialog = apart(() => import("./account/sign-out-dialog.tsx").then((m) => m.SignOutDialog)).show;
const HelpPanel = apart(() => import("./help-panel.tsx").then((m) => m.HelpPanel)).show;

type Overlay = "palette" | "signOut" | HelpPart;

export function Shell({ children }: { children: ReactNode }) {
  const { shell } = useText();
  const [overlay, setOverlay] = useState<Overlay>();
  const [session, setSession] = useSession();
  useLoadAhead(palette.loadAhead, loadSending);
  const isPhone = useIsPhone();
  const [location] = useLocation();
  const all = useScreens();
  const isDaily = all.some(({ path, isDaily }) => isDaily === true && path === location);
  const close = () => setOverlay(undefined);
  const early = useRef("");
  const search = useCallback(() => setOverlay("palette"), []);
  const showKeys = useCallback(() => setOverlay("keys"), []);
  const showHelp = useCallback(() => setOverlay("answers"), []);
  const signOut = useSignOut(useCallback(() => setOverlay("signOut"), []));
  usePaletteKey(useCallback(() => setOverlay((before) => (before === "palette" ? undefined : "palette")), []));
  useScreenKeys(all, showHelp);
  return (
    <div className={classes.shell}>
      <a className={`screen-only ${classes.skip}`} href="#content">
        {shell.skipToContent}
      </a>
      <Sidebar isDaily={isDaily} onSearch={search} onSignOut={signOut} onHelp={showHelp} />
      <div>
        <Region>
          <TimerBar />
        </Region>
        <Region>
          <Unsent onSignIn={session === "over" ? () => setSession("asked") : undefined} />
          <ClockLines />
          <ReadOpened />
        </Region>
        <main id="content" className="content" tabIndex={-1} onFocus={markClicked}>
          {children}
        </main>
      </div>
      <Part>
        <UndoToast />
      </Part>
      {!isPhone && !isDaily && (
        <div hidden>
          <AddEntryButton />
        </div>
      )}
      <Part onClose={() => setSession("over")}>
        {session === "asked" && <SessionEnded onClose={() => setSession("over")} />}
      </Part>
      <Part onClose={close}>{overlay === "signOut" && <SignOutDialog onClose={close} />}</Part>
      <Part onClose={close}>
        {(overlay === "answers" || overlay === "keys") && <HelpPanel first={overlay} onClose={close} />}
      </Part>
      <Part onClose={close} fallback={<EarlyField label={shell.search} typed={early} />}>
        {overlay === "palette" && <Palette early={early} onClose={close} onShortcuts={showKeys} onSignOut={signOut} />}
      </Part>
    </div>
  );
}

/** Whether the session goes on; once it has ended, whether the person has been asked to sign in or has declined. */
function useSession() {
  const [session, setSession] = useState<"goesOn" | "asked" | "over">("goesOn");
  useEffect(() => {
    const ends = [onSessionEnd(() => setSession("asked")), onSignInAgain(() => setSession("goesOn"))];
    return () => ends.forEach((end) => end());
  }, []);
  return [session, setSession] as const;
}

function usePaletteKey(toggle: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      toggle();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [toggle]);
}

function useScreenKeys(screens: readonly Screen[], showHelp: () => void): void {
  const go = useGo();
  useShortcuts({
    "?": showHelp,
    // A screen's own button comes first: it knows which day the screen shows.
    n: () => document.querySelector<HTMLElement>("[data-add-entry]")?.click(),
    w: () => document.querySelector<HTMLElement>("[data-description]")?.focus(),
    ...Object.fromEntries(
      screens.flatMap(({ key, path }) => (key === undefined ? [] : [[`g ${key}`, () => go(path)]])),
    ),
  });
}

interface SidebarProps {
  isDaily: boolean;
  onSearch: () => void;
  onSignOut: () => void;
  onHelp: () => void;
}

function Sidebar({ isDaily, onSearch, onSignOut, onHelp }: SidebarProps) {
  const { shell, keys } = useText();
  const isPhone = useIsPhone();
  return (
    <div className={`screen-only ${classes.sidebar}`}>
      <Region>{!isPhone && <AccountMenu onSearch={onSearch} onSignOut={onSignOut} />}</Region>
      {!isPhone && (
        <Button className={classes.search} onClick={onSearch}>
          <Search size={16} aria-hidden />
          <span className="fill cut">{shell.search}</span>
          <kbd>{isApple ? "⌘ K" : nameKeys("Ctrl K", keys)}</kbd>
        </Button>
      )}
      <Region>
        <Navigation />
        {isPhone && !isDaily && <AddEntryButton />}
        {isPhone ? <AccountMenu onSearch={onSearch} onSignOut={onSignOut} /> : <Person onHelp={onHelp} />}
      </Region>
    </div>
  );
}

function markClicked({ target, currentTarget }: FocusEvent<HTMLElement>): void {
  if (target === currentTarget) target.toggleAttribute("data-clicked", !target.matches(":focus-visible"));
}

const Navigation = memo(function Navigation() {
  const { shell, screens: names } = useText();
  // On a phone, the account menu contains the other links.
  const isPhone = useIsPhone();
  const unread = useUnread();
  const toApprove = useToApproveCount();
  const screens = useScreens().filter(({ group, isWide }) => group === "main" && !(isPhone && isWide === true));
  const linkTo = ({ path, name, icon: Icon, apart }: Screen) => (
    <NavigationLink
      key={path}
      to={path}
      label={names[name]}
      isApart={apart === "part"}
      icon={Icon && <Icon size={16} aria-hidden />}
      count={path === "/approvals" ? toApprove : 0}
      counted={shell.toApprove}
    />
  );
  return (
    <nav aria-label={shell.main} className={classes.navigation}>
      {screens.map((screen) => screen.apart !== "bottom" && linkTo(screen))}
      {!isPhone && <span className={classes.gap} />}
      {!isPhone && (
        <NavigationLink
          to="/notices"
          label={names.notices}
          isApart={false}
          icon={<Bell size={16} aria-hidden />}
          count={unread}
          counted={shell.unread}
          isNew
        />
      )}
      {screens.map((screen) => screen.apart === "bottom" && linkTo(screen))}
    </nav>
  );
});

/** The signed-in person, at the bottom of the navigation, with a button that shows the help. */
function Person({ onHelp }: { onHelp: () => void }) {
  const { user } = useMe();
  const { shell, screens } = useText();
  return (
    <nav aria-label={screens.profile} className={`row ${classes.person}`}>
      <Link href="/profile" className="row fill">
        <Avatar id={user.id} name={user.name} />
        <span className="cut">{user.name}</span>
      </Link>
      <IconButton label={shell.help} onClick={onHelp}>
        <CircleQuestionMark size={16} aria-hidden />
      </IconButton>
    </nav>
  );
}

interface LinkProps {
  to: string;
  label: string;
  icon: ReactNode;
  /** Whether a part of the navigation begins with the link. */
  isApart: boolean;
  /** How many of what wait there; 100 stands for any higher number. */
  count: number;
  counted: string;
  /** Whether the person has not seen them yet. */
  isNew?: boolean;
}

function NavigationLink({ to, label, icon, isApart, count, counted, isNew = false }: LinkProps) {
  const { user } = useMe();
  const [isBelow] = useRoute(`${to}/*?`);
  const [isSheet, params] = useRoute("/timesheets/:id/*?");
  const isOwn = isSheet && readSheetId(params.id)?.userId === user.id;
  const isHere = isSheet ? to === (isOwn ? "/timesheet" : "/approvals") : isBelow;
  return (
    <Link
      href={to}
      className={`row ${classes.link}`}
      data-apart={isApart || undefined}
      aria-current={isHere ? "page" : undefined}
    >
      {icon}
      <span className="cut">{label}</span>
      {count > 0 && (
        <span className={`chip end ${classes.count}`} data-new={isNew || undefined}>
          {count >= 100 ? "99+" : count} <span className="visually-hidden">{counted}</span>
        </span>
      )}
    </Link>
  );
}
