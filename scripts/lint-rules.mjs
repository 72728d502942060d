// Two rules of eslint that oxlint has not, as its plugin: `no-restricted-syntax` with the same
// options, and the length of comments, which prettier does not break.

const LONGEST = 100;

const restrictedSyntax = {
  meta: { schema: { type: 'array' } },
  create: (context) =>
    Object.fromEntries(
      context.options.map(({ selector, message }) => [
        selector,
        (node) => context.report({ node, message }),
      ]),
    ),
};

const commentLength = {
  create: (context) => ({
    Program() {
      const { lines } = context.sourceCode;
      for (const { loc } of context.sourceCode.getAllComments()) {
        const standsAlone = lines[loc.start.line - 1].slice(0, loc.start.column).trim() === '';
        for (let line = loc.start.line + (standsAlone ? 0 : 1); line <= loc.end.line; line += 1) {
          const text = lines[line - 1];
          if ([...text].length <= LONGEST || /https?:\/\//.test(text)) continue;
          const column = text.length;
          context.report({
            loc: { start: { line, column: 0 }, end: { line, column } },
            message: `A line of a comment has at most ${LONGEST} characters.`,
          });
        }
      }
    },
  }),
};

export default {
  meta: { name: 'ours' },
  rules: { 'no-restricted-syntax': restrictedSyntax, 'comment-length': commentLength },
};
