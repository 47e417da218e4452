import { CalendarDays, ChartColumn, Clock, Folder, Settings, Table2, UsersRound } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useRoute } from "wouter";
import { useText } from "#api/settings.ts";
import { AccountMenu } from "./account-menu.tsx";
import { SessionEnded } from "./session-ended.tsx";
import { TimerBar } from "./timer-bar.tsx";
import { UndoToast } from "./undo-toast.tsx";
import { Unsent } from "./unsent.tsx";
import classes from "./shell.module.css";

/** What stands on every screen: navigation, timer bar, what is not sent yet, the toast that takes back. */
export function Shell({ children }: { children: ReactNode }) {
  const { shell } = useText();
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        {shell.skipToContent}
      </a>
      <div className={classes.sidebar}>
        <AccountMenu />
        <Navigation />
      </div>
      <div className={classes.column}>
        <TimerBar />
        <Unsent />
        <main id="content" className={classes.content} tabIndex={-1}>
          {children}
        </main>
      </div>
      <UndoToast />
      <SessionEnded />
    </div>
  );
}

function Navigation() {
  const { shell } = useText();
  const links = [
    { to: "/time", label: shell.time, icon: Clock },
    { to: "/calendar", label: shell.calendar, icon: CalendarDays },
    { to: "/timesheet", label: shell.timesheet, icon: Table2 },
    { to: "/projects", label: shell.projects, icon: Folder },
    { to: "/reports", label: shell.reports, icon: ChartColumn },
    { to: "/team", label: shell.team, icon: UsersRound },
    { to: "/settings", label: shell.settings, icon: Settings },
  ];
  return (
    <nav aria-label={shell.main} className={classes.navigation}>
      {links.map(({ to, label, icon: Icon }) => (
        <NavigationLink key={to} to={to} label={label} icon={<Icon size={16} aria-hidden />} />
      ))}
    </nav>
  );
}

function NavigationLink({ to, label, icon }: { to: string; label: string; icon: ReactNode }) {
  const [isHere] = useRoute(`${to}/*?`);
  return (
    <Link href={to} className={classes.link} aria-current={isHere ? "page" : undefined}>
      {icon}
      <span>{label}</span>
    </Link>
  );
}
