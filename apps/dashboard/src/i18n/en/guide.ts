/** The guide for people. Each topic’s key begins with the name of the screen that it links to. */
export const guide = {
  lead: "How to do the usual things. To find anything else, press Ctrl K and type a word.",
  title: "Help",
  parts: { answers: "How do I …", keys: "Keys" },
  search: "Search help",
  nothing: "Nothing found. Try another word.",
  topics: {
    "time-track": {
      title: "Track what you’re doing",
      text: "Type what you’re doing into the bar at the top, choose a project (or type @ and its name), and start the timer. Stop it when you’re done.",
    },
    "time-day": {
      title: "Add a whole day at once",
      text: "Click “Add entry” or press N, and type one line per entry: “9-10:30 @Website review” or “45m call #sales”. The preview shows what will be added and marks lines that need a correction.",
    },
    "time-correct": {
      title: "Correct an entry",
      text: "Click the part that is wrong and change it; it’s saved when you leave the field. The entry’s menu copies, splits or deletes it. Undo, or Ctrl Z, reverses your last action.",
    },
    "time-forgot": {
      title: "Fix a timer that ran on",
      text: "If a timer has run for more than ten hours or past midnight, your time shows when you last paused on this device, and offers to stop it then. You can also stop it and correct the end.",
    },
    "time-locked": {
      title: "Find out why an entry can’t be changed",
      text: "Entries with a lock are in a closed period, in a timesheet that was submitted, or already billed. Point at the lock to see which. Withdraw the timesheet, or ask whoever approves your time.",
    },
    "calendar-draw": {
      title: "Use the calendar",
      text: "Drag over the hours to add an entry, drag an entry to move it, and drag an end to make it longer or shorter. Every change can be undone.",
    },
    "calendar-others": {
      title: "See meetings next to your time",
      text: "In the calendar, add the address of your other calendar under “Other calendars”. Its events appear with dashed outlines, and a click turns one into an entry. Nobody else sees them.",
    },
    "timesheet-fill": {
      title: "Fill in a week",
      text: "The timesheet has a row for each project and task, and a column for each day. Type 1:30, 1.5 or 90m into a cell. You can copy last week’s rows, and copy and paste cells, also from a spreadsheet.",
    },
    "timesheet-submit": {
      title: "Submit your time",
      text: "When a week or month is complete, submit its timesheet. If it’s sent back, the note is shown above your time: correct it, and submit the timesheet again. To change time that you have submitted, withdraw the timesheet first.",
    },
    "projects-new": {
      title: "Create a project",
      text: "In Projects, click “New project”. Client, rate, budget and members can be set at once, and a client that doesn’t exist yet is created on the way. People who track time choose the project by a few letters of its name.",
    },
    "projects-budget": {
      title: "Keep to a budget",
      text: "Edit a project to give it a budget in hours or money, once or for each month. Its page shows what is used and, after five working days, when it will run out. You’re notified at the percentages that you choose.",
    },
    "rates-set": {
      title: "Set what an hour costs",
      text: "A rate applies to everyone, a project, a task, a person, or a person on a project; the most specific one wins. Entries keep the price that they were recorded with, so a new rate offers to reprice earlier ones.",
    },
    "tags-tidy": {
      title: "Tidy up tags",
      text: "Rename a tag to change it in all entries at once. If a tag with the new name exists, the two are merged. You can also select several tags and merge them. Both can be undone.",
    },
    "reports-read": {
      title: "See where the time went",
      text: "Choose the days, filter by one or more projects, people or tags, and group the result. A click on a figure shows its entries. Export the result for a spreadsheet.",
    },
    "reports-share": {
      title: "Share a report",
      text: "Save a report, and share it with everyone in the organization. For a client without an account, create a link: it shows live figures until it expires, and you decide whether it includes amounts.",
    },
    "billing-bill": {
      title: "Bill a client",
      text: "Billing shows what each client hasn’t been billed yet. Choose the client and the days, check the lines, and bill. Billed entries are locked, so nothing is billed twice. Undoing the bill releases them.",
    },
    "team-invite": {
      title: "Invite people",
      text: "In Team, click “Invite” and paste as many addresses as you like, with or without names. Everyone gets the role and team that you choose. If the server sends no email, copy the links and share them yourself.",
    },
    "team-roles": {
      title: "Decide who can do what",
      text: "Members track their own time. Viewers only read. Managers see everyone’s time, and manage projects and rates. Admins also manage members and settings. Click a role in the table of members to change it.",
    },
    "team-leads": {
      title: "Let someone lead a team",
      text: "Create a team under Team, and name its leads. They see and correct the time of its members and approve their timesheets. Whether they also see amounts is up to you.",
    },
    "approvals-decide": {
      title: "Approve time",
      text: "Approvals shows who has submitted what. Open a timesheet to see it by project and day, and approve it or send it back with a note. You can select several and approve them together.",
    },
    "imports-bring": {
      title: "Bring your history",
      text: "Import a file from Toggl, Clockify, Harvest, Kimai or solidtime, or any CSV file. You see what will be created before anything happens, and afterwards a comparison that proves that no time was lost.",
    },
    "any-offline": {
      title: "Work without a connection",
      text: "Go on as usual: entries and the timer work without a connection, and are sent when the server can be reached again. If someone has changed the same field in the meantime, you choose.",
    },
    "profile-adapt": {
      title: "Make it yours",
      text: "In your profile, you choose your language, time zone, theme and notifications, change your password, and connect your calendar.",
    },
  },
  open: (screen: string) => `Open: ${screen}`,
  picture: (title: string) => `Screenshot: ${title}`,
  developers: {
    lead: "For programs and people who write them.",
    reference: "Every operation of the API, with its fields and errors.",
    guide: "API guide",
    guideHint: "How the API works, how to run the service, and more.",
    blog: "The articles that the blog API serves.",
  },
  /** The sheet of keys. */
  keys: {
    everywhere: "Everywhere",
    palette: "Search, run a command, or add entries",
    describe: "Describe what you’re working on",
    startOrStop: "Start or stop the timer",
    undo: "Undo",
    sheet: "Show help and these keys",
    close: "Close, or discard what you typed in a field",
    goTo: "Go to",
    addEntry: "Add one or more entries",
    inCalendar: "In the calendar",
    move: "Move an entry",
    resize: "Make an entry longer or shorter",
    newEntry: "Add an entry at the selected time",
    duplicate: "Duplicate an entry",
    turnPage: "Show earlier or later days",
    inTimesheet: "In the timesheet",
    editCell: "Edit a cell (typing replaces its value)",
    openCell: "Open the cell’s entries and comments",
    keepAndGo: "Confirm and move to the next cell",
    emptyCells: "Clear cells",
    copyPaste: "Copy and paste, including from a spreadsheet",
    nextEntry: "Next or previous entry",
    selectMore: "Select more",
    trim: "Stop a forgotten timer at an earlier time",
    turnOff: "You can turn off single-key shortcuts in your profile.",
  },
};
