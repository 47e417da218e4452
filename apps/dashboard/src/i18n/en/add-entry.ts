import type { Forms } from "#i18n/catalogue.ts";

export const addEntry = {
  day: "What did you work on?",
  example: "9-10:30 @acme billing\n45m call #sales\nyesterday 2h docs",
  hint: 'One line per entry. @ names a project, # a tag; two words: @"Online shop".',
  orFields: "Or fill in the fields:",
  defaults: "Used until a line names a project or day:",
  add: (entries: string) => `Add ${entries}`,
  faulty: { one: "line stays here until it’s right.", other: "lines stay here until they’re right." } as Forms,
};
