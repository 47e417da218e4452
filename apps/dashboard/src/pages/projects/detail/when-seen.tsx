import { type ReactNode, useRef } from "react";
import { useIsSeen } from "#ui/use-is-seen.ts";
import classes from "./when-seen.module.css";

interface Props {
  /** Rendered at once, because the heading belongs to the page's outline. */
  heading: string;
  children: ReactNode;
}

/** Renders a part of a screen, and loads its data, once it is scrolled into view. */
export function WhenSeen({ heading, children }: Props) {
  const place = useRef<HTMLElement>(null);
  if (useIsSeen(place)) return children;
  return (
    <section ref={place} className={classes.unseen}>
      <h2>{heading}</h2>
    </section>
  );
}
