import { openSession } from "./open-session.ts";
import type { Place } from "./figures.ts";

const entryCount = 10_000;
const batchSize = 500;

/** Sets up the service at `url` with an owner and 10,000 entries: eight entries of 50 minutes on each day until now. */
export async function fillService(url: string, token: string): Promise<Omit<Place, "dataDir">> {
  const { stint, cookie } = openSession(url);
  const owner = { name: "Olive Owner", email: "owner@example.com", password: "lantern orbit sparrow" };
  await stint.auth.setUp({ ...owner, organizationName: "Lantern", timeZone: "Europe/Berlin", token });
  const places: { projectId: string; taskId: string }[] = [];
  for (let at = 0; at < 20; at++) {
    const project = await stint.projects.create({ name: `Project ${at}` });
    const task = await stint.tasks.create(project.id, { name: "Build" });
    places.push({ projectId: project.id, taskId: task.id });
  }
  const dayMs = 86_400_000;
  const firstDay = Date.now() - (entryCount / 8) * dayMs;
  for (let from = 0; from < entryCount; from += batchSize) {
    const entries = Array.from({ length: batchSize }, (_, offset) => {
      const at = from + offset;
      const startedAt = new Date(firstDay + Math.floor(at / 8) * dayMs + (at % 8) * 3_600_000);
      const place = places[at % places.length] ?? { projectId: "", taskId: "" };
      return { ...place, startedAt, durationSeconds: 3000, description: `Ticket ${1000 + (at % 500)}`, tags: [] };
    });
    await stint.timeEntries.createBatch({ entries });
  }
  // A device without entries requests the changes of the last minute (entry-reader.ts). Without this wait, they would
  // include all 10,000 entries.
  await new Promise((resolve) => setTimeout(resolve, 61_000));
  return { url, cookie: cookie(), projectName: "Project 3" };
}
