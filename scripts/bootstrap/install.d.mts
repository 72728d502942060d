/** The Node that a clone has installed. */
export function nodeOf(root: string): string;
/** What installs the packages of a clone. */
export function installCommand(root: string): { program: string; args: string[] };
/** The environment of npx and pnpm. */
export function installEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
