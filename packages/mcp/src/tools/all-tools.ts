import type { Tool } from "#src/protocol/tool.ts";
import { changeTime } from "./change-time.ts";
import { applyDraft, draftTime } from "./drafts.ts";
import { findProjects } from "./find-projects.ts";
import { listTime } from "./list-time.ts";
import { report } from "./report.ts";
import { startTimer, stopTimer } from "./timers.ts";
import { whoami } from "./whoami.ts";

/** The tools in the order in which they are listed. */
export const tools: readonly Tool[] = [
  whoami,
  findProjects,
  startTimer,
  stopTimer,
  listTime,
  report,
  draftTime,
  applyDraft,
  changeTime,
];
