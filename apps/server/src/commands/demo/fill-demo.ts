import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { importBlog } from "#blog/importing/import-blog.ts";
import { type Actor, type Role, scopes } from "#identity/access.ts";
import { changeMe } from "#identity/me/me-verbs.ts";
import { addMember } from "#identity/members/add-member.ts";
import { insertUser } from "#identity/members/queries.ts";
import { createPasswordHasher } from "#identity/passwords/hash-password.ts";
import { findOrganization } from "#identity/organizations/queries.ts";
import { replacePasswordHash } from "#identity/passwords/queries.ts";
import type { DatabasePool, Transaction } from "#platform/database/database.ts";
import { minuteMs } from "#platform/days.ts";
import { newId } from "#platform/ids.ts";
import { formatInstant } from "#platform/time.ts";
import { createClient } from "#tracking/ledger/clients/client-verbs.ts";
import { changeProject, createProject } from "#tracking/ledger/projects/project-verbs.ts";
import type { CreateProject } from "#tracking/ledger/projects/schemas.ts";
import { createRate } from "#tracking/ledger/rates/rate-verbs.ts";
import type { CreateTask } from "#tracking/ledger/tasks/schemas.ts";
import { createTask } from "#tracking/ledger/tasks/task-verbs.ts";
import { createTimeEntries } from "#tracking/entries/time-entries/writing/create-time-entries.ts";
import { startTimer } from "#tracking/entries/timer/timer-verbs.ts";
import { createKey } from "#commands/accounts/create-key.ts";
import { createOrganization } from "#commands/accounts/create-organization.ts";
import {
  absence,
  archived,
  clients,
  type DemoPerson,
  organizationName,
  people,
  projects,
  signIns as switchable,
  timeZone,
} from "./demo-company.ts";
import { type DemoWeek, fillWeek, weekAt } from "./demo-week.ts";
import { runOffice } from "./demo-office.ts";
import { checkFavourites } from "#tracking/ledger/favourites/check-favourites.ts";
import { yearOf } from "./demo-year.ts";

export interface Demo {
  organizationId: string;
  organizationName: string;
  /** The people to switch between, the owner first. */
  signIns: { name: string; email: string; password: string; is: string }[];
  owner: DemoMember & { actor: Actor };
  member: DemoMember;
  articles: number;
}

interface DemoMember {
  name: string;
  userId: string;
  apiKey: string;
}

interface Worker {
  person: DemoPerson;
  actor: Actor;
}

interface Place {
  projectId: string;
  taskId: string;
}

const articles = fileURLToPath(new URL("articles/", import.meta.url));
const batchSize = 500;

/**
 * Fills an empty database with a company's year, as if entered over the API: twelve people with their entries and
 * timesheets, some running timers, and a blog.
 */
export async function fillDemo(db: DatabasePool, now: Date): Promise<Demo> {
  const [mara, jonas, ...others] = people;
  const made = await createOrganization(db, {
    name: organizationName,
    ownerEmail: mara.email,
    ownerName: mara.name,
    timeZone,
  });
  const orgId = made.organizationId;
  const owner: Worker = { person: mara, actor: actorOf(orgId, made.userId, made.keyId, "owner") };
  const workers = [owner];
  for (const person of [jonas, ...others])
    workers.push({ person, actor: await db.transaction((tx) => addPerson(tx, owner.actor, person)) });
  for (const { person, actor } of workers) await db.transaction((tx) => choose(tx, actor, person));
  const userIds = new Map(workers.map(({ person, actor }) => [person.email, actor.userId]));
  const password = `demo ${randomBytes(6).toString("hex")}`;
  const hash = await createPasswordHasher().hash(password);
  const signIns = [{ email: mara.email, is: "owner" }, ...switchable].map(({ email, is }) => {
    const name = people.find((person) => person.email === email)?.name ?? email;
    return { name, email, password, is };
  });
  for (const { email } of signIns)
    await replacePasswordHash(db, userIds.get(email) ?? "", null, hash, now.toISOString());
  const key = await createKey(db, { org: orgId, email: jonas.email, scopes: "full", name: "Demo" });

  const { places, projectIds, clientIds } = await db.transaction(async (tx) => {
    const found = await addProjects(tx, owner.actor, userIds);
    await addRates(tx, owner.actor, userIds, found.places, now);
    return found;
  });
  const organization = await findOrganization(db, orgId);
  const week = weekAt(now, mara.timeZone, organization?.week_start ?? "monday");
  const tracking = workers.filter(({ person }) => person.role !== "viewer");
  for (const [at, worker] of tracking.entries()) await trackYear(db, worker, { seed: at + 1, now, week }, places);
  await runOffice(db, {
    now,
    timeZone,
    actors: new Map(tracking.map(({ person, actor }) => [person.email, actor])),
    userIds,
    projectIds,
    clientIds,
  });
  await db.transaction(async (tx) => {
    for (const name of archived) {
      const change = { id: placeOf(places, name, "Meetings").projectId, input: { status: "archived" } } as const;
      await changeProject(tx, owner.actor, { ...change, ifMatch: undefined }, { now });
    }
    await startTimers(tx, workers, { now, week }, places);
  });
  const { created } = await importBlog(db, { path: articles, prune: false });
  return {
    organizationId: orgId,
    organizationName,
    signIns,
    owner: { actor: owner.actor, name: mara.name, userId: made.userId, apiKey: made.apiKey },
    member: { name: jonas.name, userId: userIds.get(jonas.email) ?? "", apiKey: key.apiKey },
    articles: created,
  };
}

function actorOf(orgId: string, userId: string, keyId: string, role: Role): Actor {
  const organization = { membersMayMakeKeys: true, deletesAt: null };
  const key = { keyId, kind: "api", authenticatedAt: null, scopes: new Set(scopes) } as const;
  return { ...key, orgId, userId, role, organization, requestId: "demo", address: null };
}

async function addPerson(tx: Transaction, owner: Actor, { email, name, role }: DemoPerson): Promise<Actor> {
  const user = await insertUser(tx, { id: newId("user"), email, name });
  await addMember(tx, owner, user.id, role);
  return actorOf(owner.orgId, user.id, owner.keyId, role);
}

/** Sets the person's time zone if it is not the organization's. */
async function choose(tx: Transaction, actor: Actor, person: DemoPerson): Promise<void> {
  if (person.timeZone === timeZone) return;
  const visitor = { address: "127.0.0.1", userAgent: undefined, requestId: "demo" };
  await changeMe(tx, actor, { input: { preferences: { timeZone: person.timeZone } } }, { visitor, checkFavourites });
}

async function trackYear(
  db: DatabasePool,
  { person, actor }: Worker,
  { seed, now, week }: { seed: number; now: Date; week: DemoWeek },
  places: Places,
): Promise<void> {
  const findPlace = (project: string, task: string) => placeOf(places, project, task);
  const year = yearOf(person, seed, now, findPlace);
  const entries = person.role === "owner" ? fillWeek(year, week, findPlace) : year;
  for (let from = 0; from < entries.length; from += batchSize)
    await db.transaction((tx) =>
      createTimeEntries(tx, actor, { input: entries.slice(from, from + batchSize) }, { now }),
    );
}

/** Starts three timers; the owner's is on the shop project. */
async function startTimers(
  tx: Transaction,
  workers: Worker[],
  { now, week }: { now: Date; week: DemoWeek },
  places: Places,
): Promise<void> {
  const running = [
    {
      at: 0,
      startMs: week.timerMs,
      project: "Online shop",
      task: "Design",
      description: "Cover images for the gift pages",
      tags: ["review"],
    },
    {
      at: 1,
      startMs: now.getTime() - 31 * minuteMs,
      project: "Patient booking",
      task: "Development",
      description: "Reminders by mail",
      tags: [],
    },
    {
      at: 3,
      startMs: now.getTime() - 10 * minuteMs,
      project: "Timetable app",
      task: "Meetings",
      description: "Steering group",
      tags: ["call"],
    },
  ];
  for (const { at, startMs, project, task, ...timer } of running) {
    const worker = workers[at];
    if (worker === undefined) continue;
    const startedAt = formatInstant(startMs);
    const input = { ...placeOf(places, project, task), ...timer, startedAt };
    await startTimer(tx, worker.actor, { input }, { now });
  }
}

/** Adds rates in cents by person and project, with an increase at the start of this year. */
async function addRates(
  tx: Transaction,
  owner: Actor,
  userIds: Map<string, string>,
  places: Places,
  now: Date,
): Promise<void> {
  const everybody = { scope: "organization" } as const;
  const effectiveFrom = `${now.getUTCFullYear()}-01-01`;
  await createRate(tx, owner, { input: { ...everybody, kind: "billable", rateMinor: 9_000 } });
  await createRate(tx, owner, { input: { ...everybody, kind: "billable", rateMinor: 9_500, effectiveFrom } });
  await createRate(tx, owner, { input: { ...everybody, kind: "cost", rateMinor: 5_200 } });
  for (const [at, userId] of [...userIds.values()].entries()) {
    const member = { scope: "member", userId } as const;
    if (at % 3 === 1) await createRate(tx, owner, { input: { ...member, kind: "billable", rateMinor: 8_000 } });
    if (at % 2 === 0)
      await createRate(tx, owner, { input: { ...member, kind: "cost", rateMinor: 4_400 + at * 150, effectiveFrom } });
  }
  const { projectId, taskId } = placeOf(places, "Wind park dashboard", "Development");
  await createRate(tx, owner, { input: { scope: "project", projectId, kind: "billable", rateMinor: 11_000 } });
  await createRate(tx, owner, { input: { scope: "task", taskId, kind: "billable", rateMinor: 12_500 } });
}

type Places = ReadonlyMap<string, Place>;

/** Adds clients, projects without budgets, and tasks. Returns their ids by their names. */
async function addProjects(tx: Transaction, owner: Actor, userIds: ReadonlyMap<string, string>) {
  const places = new Map<string, Place>();
  const clientIds = new Map<string, string>();
  const projectIds = new Map<string, string>();
  for (const client of clients) clientIds.set(client.name, (await createClient(tx, owner, { input: client })).id);
  for (const { client, tasks, weeks: _weeks, share: _share, budget: _budget, team = [], ...project } of projects) {
    const clientId = client === null ? null : (clientIds.get(client) ?? null);
    const input = { ...project, clientId, memberIds: team.flatMap((email) => userIds.get(email) ?? []) };
    await addProject(
      input,
      tasks.map(({ craft: _craft, did: _did, ...task }) => task),
    );
  }
  const { tasks, ...away } = absence;
  await addProject(away, [...tasks]);
  return { places, projectIds, clientIds };

  async function addProject(input: CreateProject, added: CreateTask[]): Promise<void> {
    const { id: projectId } = await createProject(tx, owner, { input });
    projectIds.set(input.name, projectId);
    for (const task of added) {
      const { id: taskId } = await createTask(tx, owner, { projectId, input: task });
      places.set(`${input.name}/${task.name}`, { projectId, taskId });
    }
  }
}

function placeOf(places: Places, project: string, task: string): Place {
  const place = places.get(`${project}/${task}`);
  if (place === undefined) throw new Error(`the demo has no task ${task} in ${project}`);
  return place;
}
