/** The guide for people. Each topic is named after the screen that it links to. */
export const guide = {
  lead: "How to do the usual things. To find anything else, press Ctrl K and type a word.",
  topics: {
    time: {
      title: "Track your day",
      text: "Type what you’re doing into the bar at the top, choose a project (or type @ and its name), and start the timer. Stop it when you’re done. To add time afterwards, click “Add entry” or press N and type one line per entry: “9-10:30 @Website review” or “45m call #sales”. The preview shows what will be added.",
    },
    correct: {
      title: "Correct an entry",
      text: "Click the part that is wrong and change it; it’s saved when you leave the field. The entry’s menu copies, splits or deletes it. Undo, or Ctrl Z, reverses your last action. Entries with a lock are in a closed period: ask whoever approves your time to reopen it.",
    },
    calendar: {
      title: "Use the calendar",
      text: "Drag over the hours to add an entry, drag an entry to move it, and drag an end to make it longer or shorter. You can show your other calendars next to it and turn their events into entries with a click.",
    },
    timesheet: {
      title: "Fill in a week",
      text: "The timesheet has a row for each project and task, and a column for each day. Type 1:30, 1.5 or 90m into a cell. You can copy last week’s rows, and copy and paste cells, also from a spreadsheet.",
    },
    submissions: {
      title: "Submit your time",
      text: "When a week or month is complete, submit its timesheet. If it’s sent back, the note is shown above your time and in your notifications: correct your time, and submit the timesheet again. To change time that you have submitted, withdraw the timesheet first.",
    },
    reports: {
      title: "See where the time went",
      text: "Choose the days, filter by one or more projects, people or tags, and group the result. A click on a figure shows its entries. Save a report to find it again or to share it by link, and export it for a spreadsheet.",
    },
    profile: {
      title: "Make it yours",
      text: "In your profile, you choose your language, time zone, theme and notifications, change your password, and connect your calendar.",
    },
    shortcuts: {
      title: "Use the keyboard",
      text: "Ctrl K finds screens, projects and entries. S starts or stops the timer, N adds entries, G and then T goes to your time, and ? shows all shortcuts.",
    },
  },
  open: (screen: string) => `Open: ${screen}`,
  developers: {
    lead: "For programs and people who write them.",
    reference: "Every operation of the API, with its fields and errors.",
    guide: "API guide",
    guideHint: "How the API works, how to run the service, and more.",
    blog: "The articles that the blog API serves.",
  },
};
