import { setImmediate as turn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/**
 * Returns the memory that JavaScript uses after a garbage collection. A garbage collection of a large heap is slow, so
 * call this in a thread.
 */
export async function usedBytes(): Promise<number> {
  for (let times = 0; times < 3; times++) {
    await turn();
    collect();
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
