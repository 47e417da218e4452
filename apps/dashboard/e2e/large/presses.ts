import type { Locator, Page } from "@playwright/test";
import type { Press, Shown } from "./time-press.ts";

export interface LargePage {
  path: string;
  /** In the document once the page has loaded. */
  ready: string;
  presses: readonly Press[];
}

const button = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name }).first();
const option = "[role=option]";
const dialog = "[role=dialog]";
/** The values of a filter: check boxes, or the options of earlier versions. */
const values = `${dialog} label, ${option}`;
const openFilter = `${dialog} input[type=checkbox], ${option}`;
const busy = "[aria-busy=true]";

/** Types a name letter by letter. `list` must then contain only what matches. */
function type(where: string, list: string, text = "sum"): Press[] {
  return text.split("").map((press, at) => {
    const typed = text.slice(0, at + 1);
    return { name: `type in ${where}`, press, shown: { contain: { ":focus": typed, [list]: typed } } };
  });
}

function repeat(times: number, press: Press): Press[] {
  return Array.from({ length: times }, () => press);
}

const arrowInList: Press = {
  name: "arrow key in a list",
  press: "ArrowDown",
  shown: { changes: `${option}[aria-selected=true]` },
};

const palette: readonly Press[] = [
  { name: "open the palette", press: "Control+k", shown: { has: `${dialog} ${option}` } },
  // Other words find commands too, so only the first command, below its heading, must contain the text.
  ...type("the palette", `:nth-child(1 of ${option})`),
  { ...arrowInList, name: "arrow key in the palette" },
  { name: "close the palette", press: "Escape", shown: { lacks: dialog } },
];

function projectSelect(open: (page: Page) => Locator, before?: Press["before"]): Press[] {
  return [
    { name: "open the project select", press: open, shown: { has: option }, ...(before && { before }) },
    ...type("the project select", option),
    arrowInList,
    { name: "close the project select", press: "Escape", shown: { lacks: option } },
  ];
}

function filters(id: string): Press {
  const toggle = (page: Page) => page.locator(`[aria-controls=${id}]`);
  return { name: "open the filters", press: toggle, shown: { has: `#${id} :is(button, select)` } };
}

const filter = (id: string, name: RegExp) => (page: Page) => page.locator(`#${id}`).getByLabel(name).first();

function projectFilter(id: string, text?: string): Press[] {
  return onlyWithout(`#${id} select[aria-label=Project]`, [
    { name: "open the project filter", press: filter(id, /^Project/), shown: { has: openFilter } },
    ...type("the project filter", values, text),
    { name: "close the project filter", press: "Escape", shown: closedFilter },
  ]);
}

function onlyWithout(unless: string, presses: readonly Press[]): Press[] {
  return presses.map((press) => ({ ...press, unless }));
}

const closedFilter: Shown = { lacks: `${dialog}, ${option}` };

const focusFirst = (selector: string) => (page: Page) => page.locator(selector).first().focus();

const rowMoves: Shown = { changes: "[data-key]:focus" };
const time: LargePage = {
  path: "/time",
  ready: "[data-key]",
  presses: [
    { name: "J", press: "j", shown: rowMoves, before: focusFirst("[data-key]") },
    ...repeat(2, { name: "J", press: "j", shown: rowMoves }),
    { name: "K", press: "k", shown: rowMoves },
    ...repeat(2, { name: "X", press: "x", shown: { changes: "[data-key]:focus" } }),
    { name: "open an entry", press: "Enter", shown: { has: "[data-editor] input" } },
    { name: "close an entry", press: "Escape", shown: { lacks: "[data-editor]" } },
    ...projectSelect(button(/^Project:/)),
    filters("time-filters"),
    ...projectFilter("time-filters", "su"),
    {
      name: "filter by billable",
      press: "ArrowDown",
      shown: { changes: "[data-key]", lacks: busy },
      before: focusFirst("#time-filters select:has([value=true])"),
    },
    { name: "clear the filters", press: button("Clear filters"), shown: { changes: "[data-key]" } },
    {
      name: "search",
      press: "4",
      shown: { contain: { ":focus": "4", "[data-key] [data-field=description]": "4" } },
      before: focusFirst("[data-search]"),
    },
    {
      name: "search",
      press: "4",
      shown: { contain: { ":focus": "44", "[data-key] [data-field=description]": "44" } },
    },
    ...palette,
  ],
};

const week: Shown = { changes: "[role=rowheader]", has: "[data-week-total]", lacks: busy };
const cellMoves: Shown = { changes: "[data-cell]:focus" };
const cellField = "[role=gridcell] input";
const timesheet: LargePage = {
  path: "/timesheet",
  ready: "[data-week-total]",
  presses: [
    ...repeat(4, { name: "previous week", press: button("Previous week"), shown: week }),
    ...repeat(2, { name: "next week", press: button("Next week"), shown: week }),
    { name: "arrow key in the grid", press: "ArrowRight", shown: cellMoves, before: focusFirst("[data-cell]") },
    ...repeat(2, { name: "arrow key in the grid", press: "ArrowDown", shown: cellMoves }),
    { name: "arrow key in the grid", press: "ArrowLeft", shown: cellMoves },
    { name: "edit a cell", press: "F2", shown: { has: cellField } },
    { name: "type in a cell", press: "1", shown: { contain: { ":focus": "1" } } },
    { name: "leave a cell", press: "Escape", shown: { lacks: cellField } },
    { name: "open a cell", press: "Shift+F10", shown: { has: dialog } },
    { name: "close a cell", press: "Escape", shown: { lacks: dialog } },
    { name: "select all cells", press: "Control+a", shown: { changes: "[data-cell]" } },
    { name: "clear the selection", press: "Escape", shown: { changes: "[data-cell]" } },
    ...projectSelect((page) => page.locator("main").getByRole("button", { name: /^Add a row/ })),
    { name: "this week", press: button("This week"), shown: week },
    ...palette,
  ],
};

const blocks: Shown = { changes: "[data-block]", has: "[data-block]" };
const blockMoves: Shown = { changes: "[data-block]:focus" };
const calendar: LargePage = {
  path: "/calendar",
  ready: "[data-slot], [data-block]",
  presses: [
    ...repeat(4, { name: "previous week", press: button("Previous week"), shown: blocks }),
    ...repeat(2, { name: "next week", press: button("Next week"), shown: blocks }),
    { name: "show a day", press: (page) => page.getByRole("group").getByText("Day", { exact: true }), shown: blocks },
    { name: "show a week", press: (page) => page.getByRole("group").getByText("Week", { exact: true }), shown: blocks },
    { name: "zoom in", press: button("Zoom in"), shown: blocks },
    { name: "zoom out", press: button("Zoom out"), shown: blocks },
    { name: "arrow key between entries", press: "ArrowDown", shown: blockMoves, before: focusFirst("[data-block]") },
    { name: "arrow key between entries", press: "ArrowDown", shown: blockMoves },
    ...repeat(2, { name: "arrow key between entries", press: "ArrowRight", shown: blockMoves }),
    { name: "open an entry", press: "Enter", shown: { has: `${dialog} input` } },
    ...projectSelect((page) => page.locator(dialog).getByRole("button", { name: /^Project:/ })),
    { name: "close an entry", press: "Escape", shown: { lacks: dialog } },
    ...palette,
    { name: "previous week", press: button("Previous week"), shown: blocks },
    { name: "next week", press: button("Next week"), shown: blocks },
  ],
};

const table: Shown = { changes: "table", lacks: busy };
const kind = (name: string): Press => ({
  name: `report: ${name}`,
  press: (page) => page.getByRole("link", { name, exact: true }),
  shown: { ...table, has: "table" },
});
/** Not one at the end of the list, because reaching it adds others. */
const thirdValue = (page: Page) => page.locator(values).nth(2);
const reports: LargePage = {
  path: "/reports?period=lastMonth",
  ready: "table",
  presses: [
    kind("By day"),
    kind("Summary"),
    ...repeat(2, { name: "earlier period", press: button("Previous period"), shown: table }),
    { name: "later period", press: button("Next period"), shown: table },
    {
      name: "open the periods",
      press: (page) => page.locator("search [aria-haspopup=dialog]").first(),
      shown: { has: dialog },
    },
    { name: "choose a period", press: button("This year"), shown: { ...table, lacks: `${dialog}, ${busy}` } },
    { name: "open the groupings", press: button(/^Group by/), shown: { has: dialog } },
    { name: "close the groupings", press: "Escape", shown: { lacks: dialog } },
    filters("report-filters"),
    ...projectFilter("report-filters").slice(0, -1),
    ...onlyWithout("#report-filters select[aria-label=Project]", [
      { name: "choose a project", press: thirdValue, shown: table },
      { name: "close the project filter", press: "Escape", shown: closedFilter },
      { name: "open the client filter", press: filter("report-filters", /^Client/), shown: { has: openFilter } },
      { name: "close the client filter", press: "Escape", shown: closedFilter },
      { name: "clear the filters", press: button("Clear filters"), shown: table },
    ]),
    { name: "search", press: "4", shown: table, before: focusFirst("[data-search]") },
    { name: "search", press: "4", shown: table },
    ...palette,
    { name: "earlier period", press: button("Previous period"), shown: table },
    { name: "later period", press: button("Next period"), shown: table },
  ],
};

export const largePages: readonly LargePage[] = [time, timesheet, calendar, reports];
