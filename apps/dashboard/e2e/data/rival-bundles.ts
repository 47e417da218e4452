import { crc32 } from "node:zlib";
import type { RivalFile } from "./rival-files.ts";

/** A zip with uncompressed files. */
function zipOf(files: Record<string, string>): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const [name, bytes] = [Buffer.from(path), Buffer.from(text)];
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(bytes.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const header = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), facts, name, bytes]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    central.push(Buffer.from("PK\x01\x02\x14\x00", "latin1"), facts, place, name);
    local.push(header);
    offset += header.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(local.length, 4);
  end.writeUInt16LE(local.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...local, directory, Buffer.from("PK\x05\x06", "latin1"), end]);
}

/** A Toggl workspace export: lists of named objects, and time entries that refer to them by id. */
const togglWorkspace: RivalFile = {
  program: "Toggl",
  name: "toggl-workspace.zip",
  text: zipOf({
    "clients.json": JSON.stringify([{ id: 1, name: "Acme", archived: false }]),
    "projects.json": JSON.stringify([{ id: 2, name: "Harbour", client_id: 1, color: "#06aaf5", active: true }]),
    "tags.json": JSON.stringify([{ id: 3, name: "sea" }]),
    "workspace_users.json": JSON.stringify([
      { id: 8, uid: 4, name: "Mara Lind", email: "mara@rival.example" },
      { id: 9, uid: 5, name: "Jon Ek", email: "jon@rival.example" },
    ]),
    "time_entries.json": JSON.stringify([
      {
        id: 11,
        user_id: 4,
        project_id: 2,
        description: "Sketch",
        start: "2026-02-02T09:00:00Z",
        stop: "2026-02-02T10:00:01Z",
        duration: 3601,
        tags: ["sea"],
        billable: true,
      },
      {
        id: 12,
        user_id: 5,
        project_id: 2,
        description: "Model",
        start: "2026-02-03T09:00:00Z",
        stop: "2026-02-03T09:30:00Z",
        duration: 1800,
        tags: [],
        billable: false,
      },
    ]),
  }),
  seconds: 5401,
};

const harbour = { id: 1, name: "Harbour", customer: { id: 1, name: "Acme" } };

/** Timesheets from Kimai's API, with all names expanded. */
const kimaiTimesheets: RivalFile = {
  program: "Kimai",
  name: "timesheets.json",
  text: JSON.stringify([
    {
      id: 21,
      begin: "2026-02-02T09:00:00+0100",
      end: "2026-02-02T10:30:00+0100",
      duration: 5400,
      description: "Sketch",
      tags: ["sea, harbour"],
      billable: true,
      project: harbour,
      activity: { id: 1, name: "Design" },
      user: { id: 1, username: "mara", alias: "Mara Lind" },
    },
    {
      id: 22,
      begin: "2026-02-03T09:00:00+0100",
      end: "2026-02-03T09:45:00+0100",
      duration: 2700,
      description: null,
      tags: [],
      billable: false,
      project: harbour,
      activity: { id: 1, name: "Design" },
      user: { id: 2, username: "jon", alias: "Jon Ek" },
    },
  ]),
  seconds: 8100,
};

export const rivalBundles = [togglWorkspace, kimaiTimesheets];
