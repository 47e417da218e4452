export const keys = {
  everywhere: "Everywhere",
  palette: "Search, run, or type your day",
  describe: "Describe what you are working on",
  startOrStop: "Start or stop the timer",
  undo: "Undo",
  sheet: "This sheet",
  close: "Close, or take back what is typed in a field",
  goTo: "Go to",
  inCalendar: "In the calendar",
  move: "Move an entry",
  resize: "Make it longer or shorter",
  turnOff: "Single keys can be turned off in your profile.",
};
