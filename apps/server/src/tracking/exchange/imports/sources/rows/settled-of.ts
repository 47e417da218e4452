/** The value if the file settles it; undefined if the file leaves it open. */
export function settledOf<Value>(fact: { settled: Value } | object | undefined): Value | undefined {
  return fact !== undefined && "settled" in fact ? fact.settled : undefined;
}
