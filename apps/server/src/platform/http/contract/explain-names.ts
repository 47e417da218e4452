import { plainName } from "#platform/find-near.ts";

/** Parameter names that callers know from other APIs, our name for the same parameter, and a hint. */
const habits: { names: string[]; ours: string; hint: string }[] = [
  {
    names: ["page", "pagenumber", "offset", "skip", "startingafter", "endingbefore", "after", "pagetoken", "nexttoken"],
    ours: "cursor",
    hint: "lists are paged by cursor, which is the nextCursor of the previous page",
  },
  {
    names: [
      "perpage",
      "pagesize",
      "pagelimit",
      "size",
      "count",
      "max",
      "maxresults",
      "maxitems",
      "top",
      "take",
      "first",
    ],
    ours: "limit",
    hint: "limit sets the page size",
  },
  {
    names: ["startdate", "starttime", "start", "datefrom", "fromdate", "begin", "after", "since", "startedafter"],
    ours: "from",
    hint: "a range begins with from, a date or an instant",
  },
  {
    names: ["enddate", "endtime", "end", "dateto", "todate", "until", "before", "startedbefore"],
    ours: "to",
    hint: "a range ends with to, an inclusive date or an exclusive instant",
  },
  { names: ["timezone", "zone"], ours: "tz", hint: "the time zone is tz, such as Europe/Berlin" },
  { names: ["sortby", "order", "orderby", "ordering"], ours: "sort", hint: "sort sets the order" },
  { names: ["search", "query", "filter", "description", "text"], ours: "q", hint: "q searches for part of the text" },
  { names: ["group", "groupings"], ours: "groupBy", hint: "groupBy selects the groups" },
];

/** Returns the hint if `name` is another API's name for one of the `known` parameters. */
export function findHabit(name: string, known: readonly string[]): string | undefined {
  const habit = habits.find(({ names, ours }) => names.includes(plainName(name)) && known.includes(ours));
  return habit?.hint;
}

/** Returns the schema's hint for a wrong name that callers often try. `x-hints` maps hints to such names. */
export function findHint(name: string, hints: Record<string, readonly string[]> | undefined): string | undefined {
  return Object.entries(hints ?? {}).find(([, names]) => names.includes(plainName(name)))?.[0];
}
