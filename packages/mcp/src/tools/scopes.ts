/** The API scopes that each tool needs. The API operations that the tool calls check them again. */
export const scopes: Record<string, readonly string[]> = {
  whoami: [],
  find_projects: ["projects:read"],
  start_timer: ["time-entries:read", "time-entries:write", "projects:read"],
  stop_timer: ["time-entries:read", "time-entries:write", "projects:read"],
  list_time: ["time-entries:read", "projects:read"],
  report: ["reports:read", "projects:read"],
  draft_time: ["time-entries:read", "projects:read"],
  apply_draft: ["time-entries:read", "time-entries:write", "projects:read"],
  change_time: ["time-entries:read", "time-entries:write", "projects:read"],
};
