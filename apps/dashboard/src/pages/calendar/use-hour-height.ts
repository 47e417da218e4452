import { useState } from "react";
import { readDevice, writeDevice } from "#device/notes.ts";

const name = "stint-hour-height";
const heights = [32, 48, 64, 96, 144];
const usual = 48;

/** The pixels per hour at the default font size, stored on the device and changed in steps. */
export function useHourHeight() {
  const [height, setHeight] = useState(() => heights.find((each) => each === Number(readDevice(name))) ?? usual);
  const at = heights.indexOf(height);
  const change = (steps: number) => {
    const next = heights[at + steps];
    if (next === undefined) return;
    writeDevice(name, String(next));
    setHeight(next);
  };
  return {
    height,
    zoomIn: at < heights.length - 1 ? () => change(1) : undefined,
    zoomOut: at > 0 ? () => change(-1) : undefined,
  };
}
