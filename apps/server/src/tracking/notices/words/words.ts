/** The texts that frame notices in emails and on pages. Arguments of the functions are already formatted. */
export interface Words {
  mail: {
    why: (organization: string) => string;
    unsubscribe: string;
  };
  page: {
    title: string;
    question: (kind: string) => string;
    button: string;
    done: string;
    gone: string;
  };
}
