import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { workOnImports } from "#tracking/exchange/imports/worker/import-worker.ts";
import type { Caller, Json } from "./test-app.ts";

export interface TogglRow {
  user?: string;
  email?: string;
  client?: string;
  project?: string;
  task?: string;
  description?: string;
  billable?: "Yes" | "No";
  /** YYYY-MM-DD. */
  date?: string;
  /** HH:MM:SS. */
  time?: string;
  seconds?: number;
  tags?: string;
}

const headers =
  "User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,Duration,Tags,Amount ()";

/** Returns a detailed report as CSV, as Toggl writes it. */
export function togglCsv(rows: TogglRow[]): string {
  return `${[headers, ...rows.map(togglLine)].join("\r\n")}\r\n`;
}

function togglLine(row: TogglRow): string {
  const { user = "Kim Lee", email = "kim@example.com", client = "Acme", project = "Website", task = "Build" } = row;
  const { description = "Work", billable = "Yes", date = "2026-03-02", time = "09:00:00", seconds = 3600 } = row;
  const startMs = Date.parse(`${date}T${time}Z`);
  const end = new Date(startMs + seconds * 1000).toISOString();
  const part = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const duration = `${part(seconds / 3600)}:${part((seconds % 3600) / 60)}:${part(seconds % 60)}`;
  const cells = [
    user,
    email,
    client,
    project,
    task,
    description,
    billable,
    date,
    time,
    end.slice(0, 10),
    end.slice(11, 19),
  ];
  return [...cells, duration, row.tags ?? "", ""].map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",");
}

/** A CSV file from Clockify whose dates are ambiguous: the first number can be the day or the month. */
export const ambiguousCsv = `"Project","Client","Description","Task","User","Group","Email","Tags","Billable","Start Date","Start Time","End Date","End Time","Duration (h)","Duration (decimal)"
"Website","Acme","","","Kim","","kim@example.com","","No","03/04/2024","10:23:52 AM","03/04/2024","11:23:52 AM","01:00:00","1.00"
`;

/** Returns a CSV file as Clockify writes it, with hourly rates and amounts in a currency. */
export const ratedCsv = (
  currency: string,
) => `"Project","Client","Description","Task","User","Email","Tags","Billable","Start Date","Start Time","End Date","End Time","Duration (h)","Duration (decimal)","Billable Rate (${currency})","Billable Amount (${currency})"
"Harbour","","One","Build","Mara","mara@rival.example","","Yes","2025-03-03","10:00:00","2025-03-03","11:00:00","01:00:00","1.00","50.00","50.00"
"Harbour","","Two","Build","Mara","mara@rival.example","","Yes","2025-03-10","10:00:00","2025-03-10","11:00:00","01:00:00","1.00","60.00","60.00"
"Harbour","","Three","Build","Jon","jon@rival.example","","Yes","2025-03-04","10:00:00","2025-03-04","11:30:00","01:30:00","1.50","80.00","121.00"
"Harbour","","Four","Build","Jon","jon@rival.example","","No","2025-03-05","10:00:00","2025-03-05","11:00:00","01:00:00","1.00","80.00","0.00"
`;

export async function upload(caller: Caller, file: string | Buffer, query = "", type = "text/csv"): Promise<Json> {
  const answer = await caller.send("POST", `/v1/imports${query}`, undefined, {
    raw: file,
    headers: { "content-type": type },
  });
  assert.equal(answer.status, 202, answer.text);
  return answer.json;
}

/** Processes imports as a node does, until this import has no work left. Returns the import. */
export async function settled(caller: Caller, id: string): Promise<Json> {
  for (;;) {
    const failures: unknown[] = [];
    const deps = { folder: tmpdir(), onCommit: () => undefined, onError: (error: unknown) => failures.push(error) };
    await workOnImports(caller.world.db, deps);
    const { json } = await caller.get(`/v1/imports/${id}`);
    if (json.progress === null) return json;
    assert.deepEqual(failures, []);
  }
}

/** Uploads a file and returns the import with its preview. */
export async function previewed(caller: Caller, file: string | Buffer, query?: string, type?: string): Promise<Json> {
  const { id } = await upload(caller, file, query, type);
  return settled(caller, id);
}

export async function applied(caller: Caller, id: string): Promise<Json> {
  const answer = await caller.post(`/v1/imports/${id}/apply`);
  assert.equal(answer.status, 202, answer.text);
  return settled(caller, id);
}

export async function undone(caller: Caller, id: string): Promise<Json> {
  const answer = await caller.delete(`/v1/imports/${id}`);
  assert.equal(answer.status, 202, answer.text);
  return settled(caller, id);
}
