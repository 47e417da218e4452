import type { Tool } from "#src/protocol/tool.ts";
import { changeTimeTool } from "./change-time.ts";
import { applyDraftTool, draftTimeTool } from "./drafts.ts";
import { findProjectsTool } from "./find-projects.ts";
import { listTimeTool } from "./list-time.ts";
import { reportTool } from "./report.ts";
import { startTimerTool, stopTimerTool } from "./timers.ts";
import { billingTool } from "./billing.ts";
import { timesheetsTool } from "./timesheets.ts";
import { whoamiTool } from "./whoami.ts";

/** The tools in the order in which they are listed. */
export const tools: readonly Tool[] = [
  whoamiTool,
  findProjectsTool,
  startTimerTool,
  stopTimerTool,
  listTimeTool,
  reportTool,
  billingTool,
  draftTimeTool,
  applyDraftTool,
  changeTimeTool,
  timesheetsTool,
];
