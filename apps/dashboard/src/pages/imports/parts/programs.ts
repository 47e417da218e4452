/** The programs whose exports can be imported. Their names are the same in all languages. */
export const programs = {
  toggl: "Toggl",
  clockify: "Clockify",
  harvest: "Harvest",
  kimai: "Kimai",
  solidtime: "solidtime",
  stint: "Stint",
} as const;
