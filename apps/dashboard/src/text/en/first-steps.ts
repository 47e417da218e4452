/** Of empty screens: the ways to begin. */
export const firstSteps = {
  import: "Import from another time tracker",
  sample: "Try it with sample data",
  sampleMade: "Sample data is there",
  sampleRunning: "Sample data is being written…",
  sampleHere: "This organization holds sample data.",
  sampleRemove: "Remove sample data",
  sampleRemoved: "Sample data removed",
  sampleFailed: "The sample data could not be read.",
};
