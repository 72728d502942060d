/** Colours, each a function text → text; plain text where colours are unwanted. */
export const bold: (text: string) => string;
export const red: (text: string) => string;
export const dim: (text: string) => string;
export const cyan: (text: string) => string;
/** Whether a variable describes the terminal, or what a person wants to see there. */
export const isTerminalSetting: (name: string) => boolean;
/** Writes one line of text, indented like all the others. */
export function line(text?: string): void;
/** `✓ label  text`: something that is done, and what was chosen. */
export function done(label: string, text?: string): void;
/** `! label  text`: something a person should know and that stops nothing. */
export function note(label: string, text?: string): void;
/** `✗ …` on the error stream: one sentence that says what to do. */
export function failed(sentence: string): void;
/** Shows that something long is under way until `done` or `end` is called. */
export function step(label: string): {
  update: (text: string) => void;
  end: () => void;
  done: (text?: string) => void;
};
