import { useEffect, useState } from "react";

/** The ratio of the browser's font size to the default 16px, for example 2 for text enlarged to 200%. */
export function readTextScale(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}

/** Converts pixels at the default font size to rem. */
export function toRem(pixels: number): string {
  return `${pixels / 16}rem`;
}

/** The text scale. Re-renders when it changes, because all heights depend on the font size. */
export function useTextScale(): number {
  const [scale, setScale] = useState(readTextScale);
  useEffect(() => {
    const observer = new ResizeObserver(() => setScale(readTextScale()));
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  return scale;
}
