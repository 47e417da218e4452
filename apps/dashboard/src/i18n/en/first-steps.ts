/** The texts of empty screens, which offer ways to start. */
export const firstSteps = {
  import: "Import from another time tracker",
  invite: "Invite your team",
  sample: "Try it with sample data",
  sampleMade: "Sample data added",
  sampleRunning: "Adding sample data…",
  sampleHere: "This organization contains sample data.",
  sampleRemove: "Remove sample data",
  sampleRemoved: "Sample data removed",
  sampleFailed: "The sample data couldn’t be added.",
};
