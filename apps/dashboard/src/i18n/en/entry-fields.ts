/** The names of an entry's fields and of their values. */
export const entryFields = {
  fields: {
    description: "Description",
    projectId: "Project",
    taskId: "Task",
    startedAt: "Start",
    durationSeconds: "Duration",
    tags: "Tags",
    billable: "Billable",
    source: "Source",
  } as Record<string, string>,
  /** The origins of an entry, by the API's values. */
  sources: {
    timer: "Timer",
    manual: "Added by hand",
    timesheet: "Timesheet",
    calendar: "Calendar",
    api: "API",
    import: "Import",
    cli: "Command line",
    mcp: "AI assistant (MCP)",
  } as Record<string, string>,
  yes: "yes",
  no: "no",
};
