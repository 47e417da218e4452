import assert from "node:assert/strict";
import { test } from "node:test";
import type { Project } from "@stint/sdk";
import {
  filterProjects,
  noProjectFilter,
  readProjectFilter,
  toProjectQuery,
  writeProjectFilter,
} from "./project-filter.ts";

const project = (name: string, more: Partial<Project> = {}) =>
  ({
    id: `proj_${name.toLowerCase()}`,
    name,
    code: null,
    clientId: null,
    status: "active",
    ...more,
  }) as Project;

const projects = [
  project("Shop", { clientId: "client_a", code: "HB-1" }),
  project("App"),
  project("Old shop", { status: "archived" }),
];
const names = (
  filter: Partial<typeof noProjectFilter>,
  budgetStatusOf = (_id: string): string | undefined => undefined,
) => filterProjects(projects, { ...noProjectFilter, ...filter }, budgetStatusOf).map(({ name }) => name);

test("a filter survives being written to the address, which contains nothing else", () => {
  const filter = { q: "a b&c", clientId: ["client_a", "client_b"], status: "all", budgetStatus: "exceeded" } as const;
  assert.deepEqual(readProjectFilter(writeProjectFilter(filter)), filter);
  assert.equal(writeProjectFilter(noProjectFilter).toString(), "");
  assert.deepEqual(readProjectFilter(new URLSearchParams("status=gone&budgetStatus=x")), noProjectFilter);
});

test("active projects by name are shown without a filter", () => {
  assert.deepEqual(names({}), ["App", "Shop"]);
  assert.deepEqual(names({ status: "archived" }), ["Old shop"]);
  assert.deepEqual(names({ status: "all", q: "shop" }), ["Shop", "Old shop"]);
});

test("a search finds codes too, a client its projects", () => {
  assert.deepEqual(names({ q: "hb-" }), ["Shop"]);
  assert.deepEqual(names({ clientId: ["client_a"] }), ["Shop"]);
});

test("budgets are filtered by status; projects without one are `none`", () => {
  const statusOf = (id: string) => (id === "proj_app" ? "warning" : undefined);
  assert.deepEqual(names({ budgetStatus: "warning" }, statusOf), ["App"]);
  assert.deepEqual(names({ budgetStatus: "none" }, statusOf), ["Shop"]);
});

test("the copied call requests the same projects", () => {
  assert.deepEqual(toProjectQuery(noProjectFilter), { status: "active" });
  assert.deepEqual(toProjectQuery({ ...noProjectFilter, status: "all", q: " x ", clientId: ["client_a"] }), {
    clientId: ["client_a"],
    q: "x",
  });
});
