/** How long deleted entries, events, deliveries and the files of imports are kept. */
export const keptDays = 30;
