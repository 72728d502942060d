// What a person sees: short lines with a mark, and one line that counts the seconds while something
// long is under way. Knows nothing of what is being done. Without a terminal nothing is rewritten
// and nothing is coloured; NO_COLOR is honoured.

const isTerminal = process.stdout.isTTY === true && process.env.TERM !== 'dumb';
const isColoured = isTerminal && !process.env.NO_COLOR;
const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
/** The columns of a line of progress before its words: two spaces, the frame, the label. */
const LEFT_OF_DETAIL = 22;
/** Without a terminal a long step says this often that it is still alive. */
const quietMs = 15_000;

/**
 * Whether a variable describes the terminal, or what a person wants to see there: not for a process
 * whose output a program reads.
 */
export const isTerminalSetting = (name) =>
  /^((FORCE|NO)_COLOR|NODE_DISABLE_COLORS|CLICOLOR.*|(LS_|GREP_)?COLORS?|COLORTERM|TERM(_.*)?|COLUMNS|LINES|(GIT_)?PAGER)$/.test(
    name,
  );

const paint = (code) => (text) => (isColoured ? `\u001b[${code}m${text}\u001b[0m` : text);

const green = paint('32');
const yellow = paint('33');

/** Colours, each a function text → text; plain text where colours are unwanted. */
export const red = paint('31');
export const bold = paint('1');
export const dim = paint('2');
export const cyan = paint('36');

/** Writes one line of text, indented like all the others. */
export function line(text = '') {
  process.stdout.write(text === '' ? '\n' : `  ${text}\n`);
}

/** `✓ PostgreSQL      embedded …`: something that is done, and what was chosen. */
export function done(label, text = '') {
  line(row(green('✓'), label, text));
}

/** `! …`: something a person should know and that stops nothing. */
export function note(label, text = '') {
  line(row(yellow('!'), label, text));
}

/** `✗ …` on the error stream: one sentence that says what to do. */
export function failed(sentence) {
  process.stderr.write(`\n  ${red('✗')} ${sentence}\n\n`);
}

/**
 * Shows that something long is under way until `done` or `end` is called.
 * `update` shows a few words about how far it is; what `above` writes stays above them.
 */
export function step(label) {
  const startedAt = Date.now();
  let detail = '';
  let frame = 0;
  const seconds = () => `${Math.round((Date.now() - startedAt) / 1000)} s`;

  const show = () => {
    if (isTerminal) {
      frame = (frame + 1) % frames.length;
      const room = (process.stdout.columns || 80) - LEFT_OF_DETAIL;
      const text = dim(`${seconds()}  ${detail}`.slice(0, Math.max(room, 0)));
      process.stdout.write(`\r\u001b[K  ${cyan(frames[frame])} ${label.padEnd(16)} ${text}`);
    } else {
      line(row('·', label, `still at it after ${seconds()}${detail ? `, ${detail}` : ''}`));
    }
  };
  const timer = setInterval(show, isTerminal ? 100 : quietMs);
  const end = () => {
    clearInterval(timer);
    if (isTerminal) process.stdout.write('\r\u001b[K');
  };
  if (isTerminal) show();

  return {
    update(text) {
      detail = text;
    },
    above(write) {
      if (isTerminal) process.stdout.write('\r\u001b[K');
      write();
    },
    end,
    done(text) {
      end();
      done(label, text ?? seconds());
    },
  };
}

function row(mark, label, text) {
  return text === '' ? `${mark} ${label}` : `${mark} ${label.padEnd(16)} ${text}`;
}
