// Sends what a curl command of the panel would send, so that its test needs no curl. It knows the
// options that the panel uses and refuses every other one: a command is not sent in part.

/** Sends the request that the command describes. Throws on what it does not know. */
export function sendCurlCommand(command: string): Promise<Response> {
  const [program, ...words] = wordsOf(command);
  if (program !== 'curl') throw new Error(`not a curl command: ${command}`);
  const headers = new Headers();
  let url: string | undefined;
  let body: string | undefined;
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '-H') headers.append(...headerOf(words.shift() ?? ''));
    else if (word === '-d') body = words.shift();
    else if (/^https?:/.test(word) && url === undefined) url = word;
    else if (word !== '-s') throw new Error(`curl is given ${word}, which is not known here`);
  }
  if (url === undefined || body === undefined) throw new Error(`no URL or no body: ${command}`);
  return fetch(url, { method: 'POST', headers, body });
}

/** The words of a command for a POSIX shell without expansions. */
function wordsOf(command: string): string[] {
  const pattern = /'([^']*)'|"([^"$`\\]*)"|([^\s'"$`\\]+)/g;
  const rest = command.replaceAll('\\\n', ' ').replaceAll(pattern, '').trim();
  if (rest !== '') throw new Error(`a shell would read more into this: ${rest}`);
  const found = command.replaceAll('\\\n', ' ').matchAll(pattern);
  return [...found].map(([, single, double, bare]) => single ?? double ?? bare ?? '');
}

function headerOf(text: string): [name: string, value: string] {
  const colon = text.indexOf(':');
  return [text.slice(0, colon), text.slice(colon + 1).trim()];
}
