/** The steps of an axis of hours: its end and the distance of its lines, for at most so many seconds. */
export function chartScale(mostSeconds: number): { hours: number; step: number } {
  const most = Math.max(4, mostSeconds / 3600);
  const step = [1, 2, 3, 4, 6].find((each) => most / each <= 4) ?? Math.ceil(most / 40) * 10;
  return { hours: Math.ceil(most / step) * step, step };
}
