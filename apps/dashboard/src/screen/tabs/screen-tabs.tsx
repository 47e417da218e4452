import { useEffect, useRef } from "react";
import { Link, useRoute } from "wouter";
import classes from "./screen-tabs.module.css";

export interface ScreenTab {
  to: string;
  label: string;
  /** The route pattern of the screens under this tab. Default: `to`. */
  pattern?: string;
  /** Whether this tab is the current one, for tabs that the route alone doesn't identify. */
  isHere?: boolean;
}

export function ScreenTabs({ label, tabs }: { label: string; tabs: ScreenTab[] }) {
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs.map((tab) => (
        <Tab key={tab.to} {...tab} />
      ))}
    </nav>
  );
}

function Tab({ to, label, pattern = to, isHere: isKnown }: ScreenTab) {
  const [matches] = useRoute(pattern);
  const isHere = isKnown ?? matches;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const { current } = link;
    // scrollIntoView would also scroll the page.
    if (isHere && current?.parentElement) current.parentElement.scrollLeft = current.offsetLeft - current.offsetWidth;
  }, [isHere]);
  return (
    <Link ref={link} href={to} className={classes.tab} aria-current={isHere ? "page" : undefined}>
      {label}
    </Link>
  );
}
