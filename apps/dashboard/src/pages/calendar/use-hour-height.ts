import { useState } from "react";

const name = "stint.calendar.hourHeight";
const heights = [32, 48, 64, 96, 144];
const usual = 48;

/** How many pixels an hour is high at the usual font size: kept on the device, changed step by step. */
export function useHourHeight() {
  const [height, setHeight] = useState(
    () => heights.find((each) => each === Number(localStorage.getItem(name))) ?? usual,
  );
  const at = heights.indexOf(height);
  const change = (steps: number) => {
    const next = heights[at + steps];
    if (next === undefined) return;
    localStorage.setItem(name, String(next));
    setHeight(next);
  };
  return {
    height,
    zoomIn: at < heights.length - 1 ? () => change(1) : undefined,
    zoomOut: at > 0 ? () => change(-1) : undefined,
  };
}
