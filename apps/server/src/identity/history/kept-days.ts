/** How long deleted entries, events, deliveries, the files of imports and records of failed backups are kept. */
export const keptDays = 30;
