import type { Scope } from "#api/scopes.ts";

interface Topic {
  title: string;
  text: string;
}

/** What the person can open and do. */
interface Reader {
  screenNames: readonly string[];
  scopes: readonly Scope[];
  hasApprovals: boolean;
}

/** Rights without which an answer, or all answers about a screen, are of no use, although the screen is. */
const needs: Record<string, Scope> = {
  time: "time-entries:write",
  calendar: "time-entries:write",
  timesheet: "time-entries:write",
  tags: "time-entries:write",
  projects: "projects:write",
  "reports-share": "reports:write",
  team: "members:write",
  "team-leads": "teams:write",
};

/** The answers of use to the person that contain all words of `search`. Their keys begin with the name of a screen. */
export function findAnswers(topics: Record<string, Topic>, search: string, reader: Reader) {
  const typed = search.toLowerCase().split(/\s+/);
  return Object.entries(topics).flatMap(([key, topic]) => {
    const [screenName = ""] = key.split("-");
    const need = needs[key] ?? needs[screenName];
    const isOfUse =
      (screenName === "any" || reader.screenNames.includes(screenName)) &&
      (need === undefined || reader.scopes.includes(need)) &&
      (key !== "timesheet-submit" || reader.hasApprovals);
    const text = `${topic.title} ${topic.text}`.toLowerCase();
    return isOfUse && typed.every((word) => text.includes(word)) ? [{ ...topic, key, screenName }] : [];
  });
}
