import type { Forms } from "#i18n/catalogue.ts";

export const clients = {
  lead: "The companies and people you work for. Archived clients keep their projects but can’t be chosen anymore.",
  name: "Name",
  note: "Note",
  projects: "Projects",
  unbilled: "Unbilled",
  project: { one: "project", other: "projects" } as Forms,
  new: "New client",
  create: "Create client",
  edit: "Edit client",
  created: "Client created",
  changed: "Client changed",
  archived: "Client archived",
  unarchived: "Client reactivated",
  deleted: "Client deleted",
  deleteTitle: (name: string) => `Delete the client “${name}”?`,
  deleteLead: "You can only delete a client that has no projects.",
  search: "Search clients",
  none: "No clients yet. Create one to group projects and reports by client.",
  noneArchived: "No archived clients.",
  noneFound: "No clients found.",
};
