/** Several facts about one object in a line. Leaves out those that don't apply. */
export function joinFacts(...facts: readonly (string | number | false | null | undefined)[]): string {
  return facts.filter(Boolean).join(" · ");
}
