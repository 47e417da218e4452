import { type RefObject, useEffect, useState } from "react";

/** Whether an element has ever been in view. */
export function useIsSeen(element: RefObject<Element | null>): boolean {
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
