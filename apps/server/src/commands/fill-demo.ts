import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { importBlog } from "#blog/import-blog.ts";
import { type Actor, type Role, scopes } from "#identity/access.ts";
import { addMember } from "#identity/members/add-member.ts";
import { insertUser } from "#identity/members/queries.ts";
import { createPasswordHasher } from "#identity/passwords/hash-password.ts";
import { replacePasswordHash } from "#identity/passwords/queries.ts";
import type { DatabasePool, Transaction } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { formatInstant } from "#platform/time.ts";
import { createClient } from "#tracking/clients/client-verbs.ts";
import { createProject } from "#tracking/projects/project-verbs.ts";
import { createRate } from "#tracking/rates/rate-verbs.ts";
import { createTask } from "#tracking/tasks/task-verbs.ts";
import { createTimeEntries } from "#tracking/time-entries/create-time-entries.ts";
import type { CreateTimeEntry } from "#tracking/time-entries/schemas.ts";
import { startTimer } from "#tracking/timer/timer-verbs.ts";
import { createKey } from "./create-key.ts";
import { createOrganization } from "./create-organization.ts";
import { type Area, clients, type Day, type Person, people, projects, timeZone, week } from "./demo-week.ts";

export interface Demo {
  organizationId: string;
  organizationName: string;
  /** What the owner signs in with. */
  signIn: { email: string; password: string };
  owner: DemoMember;
  member: DemoMember;
  articles: number;
}

interface DemoMember {
  name: string;
  userId: string;
  apiKey: string;
}

interface Place {
  projectId: string;
  taskId: string;
}

const organizationName = "Lantern Studio";
const articles = fileURLToPath(new URL("demo-articles/", import.meta.url));
const timerMinutes = 38;

/** Fills an empty database as a small company would over the API: a week's entries up to yesterday, a timer, a blog. */
export async function fillDemo(db: DatabasePool, now: Date): Promise<Demo> {
  const { mara, jonas } = people;
  const made = await createOrganization(db, {
    name: organizationName,
    ownerEmail: mara.email,
    ownerName: mara.name,
    timeZone,
  });
  const orgId = made.organizationId;
  const owner = actorOf(orgId, made.userId, made.keyId, "owner");
  const jonasId = await db.transaction((tx) => addPerson(tx, owner, jonas));
  const signIn = { email: mara.email, password: `demo ${randomBytes(6).toString("hex")}` };
  await replacePasswordHash(
    db,
    made.userId,
    null,
    await createPasswordHasher().hash(signIn.password),
    now.toISOString(),
  );
  const key = await createKey(db, { org: orgId, email: jonas.email, scopes: "full", name: "Demo" });
  const member = actorOf(orgId, jonasId, key.keyId, "member");

  await db.transaction(async (tx) => {
    await addRates(tx, owner, jonasId);
    const places = await addProjects(tx, owner);
    const days = lastWeekdays(now);
    await createTimeEntries(tx, owner, { input: weekOf("mara", days, places) });
    await createTimeEntries(tx, member, { input: weekOf("jonas", days, places) });
    const startedAt = formatInstant(now.getTime() - timerMinutes * 60_000);
    const timer = { description: "Cover images for the gift pages", tags: ["design"], startedAt };
    await startTimer(tx, owner, { input: { ...placeOf(places, "shop", "Design"), ...timer } }, { now });
  });
  const { created } = await importBlog(db, { path: articles, prune: false });
  return {
    organizationId: orgId,
    organizationName,
    signIn,
    owner: { name: mara.name, userId: made.userId, apiKey: made.apiKey },
    member: { name: jonas.name, userId: jonasId, apiKey: key.apiKey },
    articles: created,
  };
}

function actorOf(orgId: string, userId: string, keyId: string, role: Role): Actor {
  const organization = { membersMayMakeKeys: true, deletesAt: null };
  const key = { keyId, kind: "api", authenticatedAt: null, scopes: new Set(scopes) } as const;
  return { ...key, orgId, userId, role, organization, requestId: "demo", address: null };
}

async function addPerson(tx: Transaction, owner: Actor, person: { email: string; name: string }): Promise<string> {
  const user = await insertUser(tx, { id: newId("user"), ...person });
  await addMember(tx, owner, user.id, "member");
  return user.id;
}

/** What an hour is charged and costs, in cents. */
async function addRates(tx: Transaction, owner: Actor, jonasId: string): Promise<void> {
  const everybody = { scope: "organization" } as const;
  await createRate(tx, owner, { input: { ...everybody, kind: "billable", rateMinor: 9_500 } });
  await createRate(tx, owner, { input: { ...everybody, kind: "cost", rateMinor: 5_200 } });
  await createRate(tx, owner, { input: { scope: "member", userId: jonasId, kind: "billable", rateMinor: 8_000 } });
}

/** Clients, projects and tasks; the result finds a task's place by project and name. */
async function addProjects(tx: Transaction, owner: Actor): Promise<Map<string, Place>> {
  const places = new Map<string, Place>();
  const clientIds = new Map<string, string>();
  for (const client of clients) clientIds.set(client.name, (await createClient(tx, owner, { input: client })).id);
  for (const { area, client, tasks, ...project } of projects) {
    const clientId = client === null ? null : (clientIds.get(client) ?? null);
    const { id: projectId } = await createProject(tx, owner, { input: { ...project, clientId } });
    for (const task of tasks) {
      const { id: taskId } = await createTask(tx, owner, { projectId, input: task });
      places.set(`${area}/${task.name}`, { projectId, taskId });
    }
  }
  return places;
}

function placeOf(places: Map<string, Place>, area: Area, task: string): Place {
  const place = places.get(`${area}/${task}`);
  if (place === undefined) throw new Error(`the demo has no task ${task} in ${area}`);
  return place;
}

/** The five weekdays among the seven days before today, oldest first, as days of the organization's zone. */
function lastWeekdays(now: Date): Temporal.PlainDate[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
  return [7, 6, 5, 4, 3, 2, 1].map((days) => today.subtract({ days })).filter((date) => date.dayOfWeek <= 5);
}

function weekOf(person: Person, days: Temporal.PlainDate[], places: Map<string, Place>): CreateTimeEntry[] {
  const names: Day[] = ["monday", "tuesday", "wednesday", "thursday", "friday"];
  return days.flatMap((date) =>
    week
      .filter((entry) => entry.who === person && entry.day === names[date.dayOfWeek - 1])
      .map(({ from, to, area, task, did, tags = [], billable = null }) => {
        const startMs = instantMs(date, from);
        return {
          ...placeOf(places, area, task),
          startedAt: formatInstant(startMs),
          durationSeconds: (instantMs(date, to) - startMs) / 1000,
          description: did,
          tags,
          billable,
        };
      }),
  );
}

function instantMs(date: Temporal.PlainDate, plainTime: string): number {
  return date.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds;
}
