/** The texts of lists in which one searches. */
export const choices = {
  timeThere: (clock: string) => `It is ${clock} there now.`,
  noZone: "No time zone is called that.",
  noCurrency: "No currency is called that.",
};
