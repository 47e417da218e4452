const sequenceMs = 1200;

/**
 * Returns a function that receives every key, and returns whether it is the second one of a sequence such as `g t`. That
 * opens another screen, so the key means nothing else.
 */
export function followSequences() {
  let begunAt = -Infinity;
  return ({ key, timeStamp }: { key: string; timeStamp: number }): boolean => {
    const isSecond = timeStamp - begunAt < sequenceMs;
    begunAt = key.toLowerCase() === "g" ? timeStamp : -Infinity;
    return isSecond;
  };
}
