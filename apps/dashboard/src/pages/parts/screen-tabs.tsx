import { useEffect, useRef } from "react";
import { Link, useRoute } from "wouter";
import classes from "./screen-tabs.module.css";

export interface ScreenTab {
  to: string;
  label: string;
  /** Route pattern of the screens that belong to this tab. Default: `to`. */
  pattern?: string;
  /** Tells whether this tab is the open one, where the route does not tell. */
  isHere?: boolean;
}

/** Links between the screens of one area; the link of the open screen is marked. */
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
    // Not scrollIntoView, which moves the page, too.
    if (isHere && current?.parentElement) current.parentElement.scrollLeft = current.offsetLeft - current.offsetWidth;
  }, [isHere]);
  return (
    <Link ref={link} href={to} className={classes.tab} aria-current={isHere ? "page" : undefined}>
      {label}
    </Link>
  );
}
