/** The scale of an axis in hours for at most `maxSeconds`: its maximum and the distance between grid lines. */
export function chartScale(maxSeconds: number): { hours: number; step: number } {
  const most = Math.max(4, maxSeconds / 3600);
  const step = [1, 2, 3, 4, 6].find((each) => most / each <= 4) ?? Math.ceil(most / 40) * 10;
  return { hours: Math.ceil(most / step) * step, step };
}
