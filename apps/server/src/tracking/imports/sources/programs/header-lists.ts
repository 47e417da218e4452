import type { ColumnField, SourceName } from "#tracking/imports/sources/rows/source-row.ts";

/** The fields that a column can contain. Fields that only known programs have can't be mapped in other CSV files. */
export type Field = ColumnField | "lastName" | "currency" | "break";

type Headers = Partial<Record<Field, readonly string[]>>;

/**
 * The headers of each program's CSV, in lower case; `{}` stands for a currency. Taken from files written by the
 * programs, from solidtime's importers, and from Kimai's exporter.
 */
export const headersOf: Record<Exclude<SourceName, "csv">, Headers> = {
  toggl: {
    person: ["user", "member"],
    email: ["email"],
    client: ["client"],
    project: ["project"],
    task: ["task"],
    description: ["description"],
    tags: ["tags"],
    billable: ["billable"],
    startDate: ["start date"],
    startTime: ["start time"],
    endDate: ["end date", "stop date"],
    endTime: ["end time", "stop time"],
    duration: ["duration"],
    amount: ["amount {}", "amount"],
    currency: ["currency"],
    sourceId: ["id", "time entry id"],
  },
  clockify: {
    person: ["user"],
    email: ["email"],
    client: ["client"],
    project: ["project"],
    task: ["task", "activity"],
    description: ["description"],
    tags: ["tags", "tag"],
    billable: ["billable"],
    startDate: ["start date"],
    startTime: ["start time"],
    endDate: ["end date"],
    endTime: ["end time"],
    duration: ["duration (h)", "duration (decimal)", "time (h)", "time (decimal)"],
    rate: ["billable rate {}"],
    amount: ["billable amount {}", "amount {}"],
    sourceId: ["time entry id", "entry id"],
  },
  harvest: {
    startDate: ["date"],
    startTime: ["started at", "start time"],
    endTime: ["ended at", "end time"],
    client: ["client"],
    project: ["project"],
    projectCode: ["project code"],
    task: ["task"],
    description: ["notes"],
    duration: ["hours"],
    billable: ["billable?", "billable"],
    person: ["first name", "person"],
    lastName: ["last name"],
    email: ["email"],
    rate: ["billable rate"],
    amount: ["billable amount"],
    currency: ["currency"],
    sourceId: ["id", "time entry id"],
  },
  kimai: {
    startDate: ["date", "datum"],
    startTime: ["from", "begin", "von", "beginn"],
    endTime: ["to", "end", "bis", "ende"],
    duration: ["duration", "dauer"],
    break: ["break", "pause"],
    currency: ["currency", "währung"],
    amount: ["price", "preis", "rate"],
    rate: ["hourly price", "preis pro stunde", "hourly rate"],
    person: ["name", "user", "username", "benutzer"],
    email: ["e-mail", "email"],
    client: ["customer", "kunde"],
    project: ["project", "projekt"],
    projectCode: ["project number", "projektnummer"],
    task: ["activity", "tätigkeit"],
    description: ["description", "beschreibung"],
    billable: ["billable", "abrechenbar"],
    tags: ["tags", "schlagworte", "schlagwörter"],
    sourceId: ["id"],
  },
  stint: {
    sourceId: ["id"],
    person: ["username"],
    client: ["clientname"],
    project: ["projectname"],
    task: ["taskname"],
    startedAt: ["startedat"],
    duration: ["durationseconds"],
    description: ["description"],
    tags: ["tags"],
    billable: ["billable"],
    rate: ["rateminor"],
    amount: ["amountminor"],
    currency: ["currency"],
  },
  solidtime: {
    sourceId: ["id"],
    description: ["description"],
    startedAt: ["start"],
    endedAt: ["end"],
    rate: ["billable_rate"],
    billable: ["billable"],
  },
};

/** The headers to guess for each field of an unknown CSV, in English and German, best first. */
export const guesses: Record<ColumnField, readonly string[]> = {
  person:
    "user,user name,username,user_name,member,person,employee,name,full name,mitarbeiter,mitarbeiterin,benutzer,benutzername,person name,resource,first name,vorname".split(
      ",",
    ),
  email: "email,e-mail,user email,user_email,email address,e-mail address,mail,e-mail-adresse".split(","),
  client: "client,customer,client name,customer name,kunde,kundin,kundenname,auftraggeber,account".split(","),
  project: "project,project name,projekt,projektname,job".split(","),
  projectCode: "project code,project number,project id,projektnummer,projektcode,code".split(","),
  task: "task,task name,activity,service,aufgabe,tätigkeit,aktivität,leistung".split(","),
  description:
    "description,notes,note,comment,comments,details,beschreibung,notiz,notizen,kommentar,bemerkung,text".split(","),
  tags: "tags,tag,labels,label,schlagworte,schlagwörter,etiketten".split(","),
  billable: "billable,billable?,is billable,chargeable,abrechenbar,verrechenbar,fakturierbar".split(","),
  startedAt: "started at,startedat,start,started,begin,from,start datetime,start_time,beginn,anfang,von".split(","),
  startDate: "date,start date,startdate,start_date,day,spent date,work date,datum,startdatum,tag".split(","),
  startTime: "start time,starttime,time in,clock in,startzeit,anfangszeit,uhrzeit von".split(","),
  endedAt: "ended at,endedat,end,stop,stopped,finish,to,end datetime,end_time,ende,bis".split(","),
  endDate: "end date,enddate,end_date,stop date,enddatum".split(","),
  endTime: "end time,endtime,stop time,time out,clock out,endzeit,uhrzeit bis".split(","),
  duration:
    "duration,duration (h),hours,duration (decimal),time,time spent,duration (hours),duration (minutes),duration (min),duration (seconds),duration (s),durationseconds,durationminutes,seconds,minutes,dauer,stunden,zeit,arbeitszeit,dauer (h),dauer (stunden),dauer (dezimal),dauer (min),dauer (minuten),dauer (sekunden),minuten,sekunden".split(
      ",",
    ),
  rate: "rate,hourly rate,billable rate,stundensatz,preis pro stunde".split(","),
  amount: "amount,billable amount,price,betrag,preis,umsatz".split(","),
  sourceId: "id,entry id,time entry id,uuid,external id".split(","),
};
