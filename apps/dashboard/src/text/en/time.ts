export const time = {
  startTimer: "Start timer",
  stopTimer: "Stop timer",
  whatAreYouWorkingOn: "What are you working on?",
  project: "Project",
  task: "Task",
  noProject: "No project",
  noDescription: "No description",
  tracked: "tracked",
  billable: "billable",
  thisWeek: "This week",
  noEntries: "Nothing tracked yet. Start the timer, or type your day into the search.",
};
