function line(...fields: string[]): string {
  return fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(",");
}

export interface RivalFile {
  program: string;
  name: string;
  text: string | Buffer;
  /** The total of the imported rows. */
  seconds: number;
}

/** Has a byte-order mark, and times with seconds. */
const toggl: RivalFile = {
  program: "Toggl",
  name: "Toggl_time_entries.csv",
  text: `\uFEFF${[
    "User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,Duration,Tags,Amount (EUR)",
    line(
      "Mara Lind",
      "mara@rival.example",
      "Acme",
      "Harbour",
      "Design",
      "Sketch 🔥",
      "Yes",
      "2026-02-02",
      "10:23:52",
      "2026-02-02",
      "11:23:53",
      "01:00:01",
      "sea, harbour",
      "111.11",
    ),
    line(
      "Jon Ek",
      "jon@rival.example",
      "",
      "Inner works",
      "",
      "",
      "No",
      "2026-02-03",
      "23:30:00",
      "2026-02-04",
      "00:30:00",
      "01:00:00",
      "",
      "",
    ),
  ].join("\n")}\n`,
  seconds: 7201,
};

/** Has 12-hour times and ambiguous dates; the person must choose the order of day and month. */
export const clockify: RivalFile = {
  program: "Clockify",
  name: "Clockify_Time_Report_Detailed.csv",
  text: `${[
    line(
      "Project",
      "Client",
      "Description",
      "Task",
      "User",
      "Group",
      "Email",
      "Tags",
      "Billable",
      "Start Date",
      "Start Time",
      "End Date",
      "End Time",
      "Duration (h)",
      "Duration (decimal)",
      "Billable Rate (USD)",
      "Billable Amount (USD)",
    ),
    line(
      "Harbour",
      "Acme",
      "Working hard",
      "Build",
      "Mara Lind",
      "",
      "mara@rival.example",
      "",
      "Yes",
      "03/04/2025",
      "10:23 AM",
      "03/04/2025",
      "11:23:01 AM",
      "01:00:01",
      "1.00",
      "0.00",
      "0.00",
    ),
    line(
      "Harbour",
      "Acme",
      "Review",
      "Build",
      "Jon Ek",
      "",
      "jon@rival.example",
      "sea",
      "No",
      "03/05/2025",
      "01:00 PM",
      "03/05/2025",
      "02:30 PM",
      "01:30:00",
      "1.50",
      "0.00",
      "0.00",
    ),
  ].join("\n")}\n`,
  seconds: 9001,
};

/** Has decimal commas, and days without times. */
const harvest: RivalFile = {
  program: "Harvest",
  name: "harvest_time_report.csv",
  text: `${[
    "Date,Client,Project,Project Code,Task,Notes,Hours,Billable?,Invoiced?,Approved?,First Name,Last Name,Roles,Employee?,Billable Rate,Billable Amount,Cost Rate,Cost Amount,Currency,External Reference URL",
    line(
      "2026-02-02",
      "Acme",
      "Harbour",
      "H1",
      "Design",
      "Sketch",
      "2,5",
      "Yes",
      "No",
      "No",
      "Mara",
      "Lind",
      "",
      "Yes",
      "100,0",
      "250,0",
      "0,0",
      "0,0",
      "Euro - EUR",
      "",
    ),
    line(
      "2026-02-03",
      "Acme",
      "Harbour",
      "H1",
      "Design",
      "Model",
      "1,25",
      "Yes",
      "No",
      "No",
      "Jon",
      "Ek",
      "",
      "Yes",
      "100,0",
      "125,0",
      "0,0",
      "0,0",
      "Euro - EUR",
      "",
    ),
  ].join("\n")}\n`,
  seconds: 13_500,
};

const kimai: RivalFile = {
  program: "Kimai",
  name: "kimai-export.csv",
  text: `${[
    "Date,From,To,Duration,Currency,Price,Internal price,Hourly price,Fixed price,Name,Username,Customer,Project,Activity,Description,Billable,Tags",
    line(
      "2026-02-02",
      "09:00",
      "10:30",
      "1:30",
      "EUR",
      "150",
      "0",
      "100",
      "",
      "Mara Lind",
      "mara",
      "Acme",
      "Harbour",
      "Design",
      "Sketch",
      "1",
      "sea",
    ),
    line(
      "2026-02-03",
      "09:00",
      "09:45",
      "0:45",
      "EUR",
      "75",
      "0",
      "100",
      "",
      "Jon Ek",
      "jon",
      "Acme",
      "Harbour",
      "Design",
      "Model",
      "1",
      "",
    ),
  ].join("\n")}\n`,
  seconds: 8100,
};

/** A file per program, with that program's columns and two people. Every row can be imported. */
export const rivalFiles: readonly RivalFile[] = [toggl, harvest, kimai];

/** Has durations whose unit and decimal separator are ambiguous. */
export const unclearNumbers = {
  name: "numbers.csv",
  text: 'Date,Name,Project,Duration\n2026-02-02,Mara Lind,Harbour,90\n2026-02-03,Mara Lind,Harbour,"1,250"\n',
};

/** Has headers that can't be recognized. */
export const ownColumns = {
  name: "work.csv",
  text: `${[
    "Colleague,Happened,Thing,Lasted",
    line("Mara Lind", "2026-02-02", "Harbour", "1:30"),
    line("Jon Ek", "2026-02-03", "Harbour", "never"),
  ].join("\n")}\n`,
};
