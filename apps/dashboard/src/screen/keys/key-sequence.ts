const sequenceMs = 1200;

/**
 * Returns a function that is given every pressed key, and returns whether the key completes a sequence such as `g t`.
 * Sequences open screens, so such a key must do nothing else.
 */
export function followSequences() {
  let begunAt = -Infinity;
  return ({ key, timeStamp }: { key: string; timeStamp: number }): boolean => {
    const isSecond = timeStamp - begunAt < sequenceMs;
    begunAt = key.toLowerCase() === "g" ? timeStamp : -Infinity;
    return isSecond;
  };
}
