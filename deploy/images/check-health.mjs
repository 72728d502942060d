// Asks a process for its health and ends with 0 if it is well. The images have no curl.

const TIMEOUT_MS = 4_000;

try {
  const response = await fetch(process.argv[2], { signal: AbortSignal.timeout(TIMEOUT_MS) });
  // Docker keeps the last answers: `docker inspect` shows which part is not well.
  process.stdout.write(`${response.status} ${await response.text()}\n`);
  process.exitCode = response.ok ? 0 : 1;
} catch (error) {
  process.stdout.write(`${error.cause?.message ?? error.message}\n`);
  process.exitCode = 1;
}
