export const history = {
  historyOf: (name: string) => `History of “${name}”`,
  restore: "Restore previous version",
  restored: "Entry restored",
  by: (name: string) => `by ${name}`,
  withKey: (name: string) => `by ${name} with the key`,
  service: "the service",
  nothing: "nothing",
  actions: {
    "time_entry.created": "Created",
    "time_entry.updated": "Changed",
    "time_entry.deleted": "Deleted",
    "time_entry.restored": "Restored",
  } as Record<string, string>,
};
