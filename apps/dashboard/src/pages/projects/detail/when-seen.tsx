import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
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

/** Whether an element has ever been in view. */
function useIsSeen(element: RefObject<Element | null>): boolean {
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    if (element.current === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isSeen;
}
