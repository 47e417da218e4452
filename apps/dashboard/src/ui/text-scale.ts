import { useEffect, useState } from "react";

/** How large texts are that the style sheets write with 16px: 2 where the browser's font size is twice the usual one. */
export function readTextScale(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}

/** A size of 16px is 1rem, as in the style sheets. */
export function toRem(pixels: number): string {
  return `${pixels / 16}rem`;
}

/** The scale, kept up to date: another font size changes the height of every page. */
export function useTextScale(): number {
  const [scale, setScale] = useState(readTextScale);
  useEffect(() => {
    const observer = new ResizeObserver(() => setScale(readTextScale()));
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  return scale;
}
