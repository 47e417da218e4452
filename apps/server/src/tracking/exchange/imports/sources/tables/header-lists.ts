import type { ColumnField } from "#tracking/exchange/imports/sources/rows/source-row.ts";

/** The fields that a column can contain. Fields that only known programs have can't be mapped in other CSV files. */
export type Field = ColumnField | "lastName" | "currency" | "break" | "decimalDuration" | "deleted";

/**
 * The headers to guess for each field of an unknown CSV, best first: those of programs, then the usual words in German,
 * French, Spanish, Portuguese, Italian, Dutch, Polish, Swedish, Danish and Japanese.
 */
export const guesses: Record<ColumnField, readonly string[]> = Object.fromEntries(
  Object.entries({
    person: `user,user name,username,user_name,member,person,employee,name,full name,person name,resource,first name
      mitarbeiter,mitarbeiterin,benutzer,benutzername,vorname,utilisateur,utilisatrice,collaborateur,employé,personne,nom
      usuario,persona,empleado,nombre,usuário,utilizador,pessoa,colaborador,nome,utente,dipendente,gebruiker,medewerker
      persoon,naam,użytkownik,osoba,pracownik,imię i nazwisko,användare,medarbetare,namn,bruger,medarbejder,navn
      ユーザー,メンバー,担当者,名前`,
    email: `email,e-mail,user email,user_email,email address,e-mail address,mail,e-mail-adresse,adresse e-mail,courriel
      correo electrónico,correo,e-mailadres,e-post,メールアドレス,メール`,
    client: `client,customer,client name,customer name,kunde,kundin,kundenname,auftraggeber,account,cliente,klant
      opdrachtgever,klient,kund,クライアント,顧客`,
    project: `project,project name,projekt,projektname,job,projet,proyecto,projeto,progetto,プロジェクト,案件`,
    projectCode: `project code,project number,project id,projektnummer,projektcode,code,code projet,numéro de projet
      código de proyecto,código do projeto,codice progetto,projectcode,projectnummer,kod projektu,projektkod`,
    task: `task,task name,activity,service,aufgabe,tätigkeit,aktivität,leistung,tâche,activité,tarea,actividad,tarefa
      atividade,attività,compito,taak,activiteit,zadanie,czynność,uppgift,aktivitet,opgave,タスク,作業`,
    description: `description,notes,note,comment,comments,details,beschreibung,notiz,notizen,kommentar,bemerkung,text
      commentaire,remarque,libellé,descripción,comentario,notas,descrição,comentário,descrizione,commento,omschrijving
      beschrijving,opmerking,opis,komentarz,notatki,beskrivning,anteckning,beskrivelse,説明,内容,メモ,備考`,
    tags: `tags,labels,label,schlagworte,schlagwörter,etiketten,étiquettes,mots-clés,etiquetas,etichette,etykiety
      tagi,taggar,etiketter,タグ,tag`,
    billable: `billable,billable?,is billable,chargeable,abrechenbar,verrechenbar,fakturierbar,facturable,faturável
      fatturabile,factureerbaar,declarabel,rozliczalne,fakturerbar,debiterbar,請求可能`,
    startedAt: `started at,startedat,start,started,begin,from,start datetime,start_time,beginn,anfang,von,début,de,inicio
      desde,início,inizio,da,van,rozpoczęcie,początek,od,från,fra,開始`,
    startDate: `date,start date,startdate,start_date,day,spent date,work date,datum,startdatum,tag,date de début,jour
      fecha,fecha de inicio,fecha inicio,día,data,data de início,data inicial,dia,data di inizio,data inizio,giorno
      begindatum,dag,data rozpoczęcia,dzień,dato,startdato,日付,開始日`,
    startTime: `start time,starttime,time in,clock in,startzeit,anfangszeit,uhrzeit von,heure de début,hora de inicio
      hora inicio,hora de início,hora inicial,ora di inizio,ora inizio,begintijd,starttijd,czas rozpoczęcia
      godzina rozpoczęcia,starttid,開始時刻,開始時間`,
    endedAt: `ended at,endedat,end,stop,stopped,finish,to,end datetime,end_time,ende,bis,fin,à,hasta,fim,até,término
      fine,a,einde,tot,zakończenie,koniec,do,slut,till,til,終了`,
    endDate: `end date,enddate,end_date,stop date,enddatum,date de fin,fecha de fin,fecha fin,fecha de finalización
      data de fim,data de término,data final,data di fine,data fine,einddatum,data zakończenia,slutdatum,slutdato,終了日`,
    endTime: `end time,endtime,stop time,time out,clock out,endzeit,uhrzeit bis,heure de fin,hora de fin,hora fin
      hora de finalización,hora de fim,hora de término,hora final,ora di fine,ora fine,eindtijd,czas zakończenia
      godzina zakończenia,sluttid,終了時刻,終了時間`,
    duration: `duration,duration (h),hours,duration (decimal),time,time spent,duration (hours),duration (minutes)
      duration (min),duration (seconds),duration (s),durationseconds,durationminutes,seconds,minutes,dauer,stunden,zeit
      arbeitszeit,dauer (h),dauer (stunden),dauer (dezimal),dauer (min),dauer (minuten),dauer (sekunden),minuten
      sekunden,durée,temps,temps passé,heures,duración,tiempo,horas,duração,tempo,durata,ore,duur,tijd,uren
      czas trwania,czas,godziny,varaktighet,tid,timmar,varighed,timer,時間,所要時間`,
    rate: `rate,hourly rate,billable rate,stundensatz,preis pro stunde,taux horaire,taux facturable,tarif horaire
      tarifa por hora,tarifa,valor hora,tariffa oraria,tariffa,uurtarief,tarief,stawka godzinowa,stawka,timpris,timepris`,
    amount: `amount,billable amount,price,betrag,preis,umsatz,montant,montant facturable,prix,importe,precio,valor
      preço,importo,prezzo,bedrag,prijs,kwota,cena,belopp,pris,beløb,金額`,
    sourceId: "id,entry id,time entry id,uuid,external id",
  } satisfies Record<ColumnField, string>).map(([field, names]) => [field, names.split(/,|\n\s*/)]),
) as Record<ColumnField, string[]>;
