export const intervals = ["day", "week", "month"] as const;

/** Returns what the API calls these groupings of a report; undefined if they have several of the intervals. */
export function toApiGroups(groupings: readonly string[]) {
  const [interval, another] = intervals.filter((each) => groupings.includes(each));
  if (another !== undefined) return undefined;
  const nameOf = (each: string) => (each === "person" ? "user" : each === interval ? "date" : each);
  return { groupBy: [...new Set(groupings.map(nameOf))] as ("project" | "user" | "date")[], interval };
}
