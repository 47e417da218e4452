import { newEntry, newProject } from "@stint/server/test/worlds/factories.ts";
import { type Home, loggedIn, serve } from "./world.ts";

/** Logs a user in, and syncs projects, tasks and tags, whose names can then be completed. */
export async function homeWithNames(): Promise<Home> {
  const served = await serve();
  const { home, where } = await loggedIn(served);
  await newProject(served.owner, { name: "Warehouse" }, { name: "Packing" });
  await newProject(served.owner, { name: "Two words" });
  await newEntry(served.owner, where, { tags: ["review", "research"] });
  await home.ok(["sync"]);
  return home;
}
