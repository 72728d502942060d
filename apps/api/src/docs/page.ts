// The docs page: our own frame around Swagger UI, whose files come out of its npm package. Nothing
// is inline, so that the Content-Security-Policy needs no exception.

/** GET /docs */
export const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Fiscal Invoicing Service: API</title>
    <link rel="icon" href="/docs/swagger-ui/favicon-32x32.png" />
    <link rel="stylesheet" href="/docs/swagger-ui/swagger-ui.css" />
    <link rel="stylesheet" href="/docs/page.css" />
    <script src="/docs/swagger-ui/swagger-ui-bundle.js" defer></script>
    <script src="/docs/page.js" defer></script>
  </head>
  <body>
    <noscript>This page needs JavaScript; the document itself is at /openapi.json.</noscript>
    <main id="docs"></main>
  </body>
</html>
`;

/** GET /docs/page.js */
export const SCRIPT = `const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

SwaggerUIBundle({
  url: '/openapi.json',
  domNode: document.getElementById('docs'),
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 3,
  defaultModelRendering: 'example',
  displayRequestDuration: true,
  persistAuthorization: false,
  tryItOutEnabled: false,
  validatorUrl: null,
});
`;

/** GET /docs/page.css: what Swagger UI's own style leaves to be wished, above all on a phone. */
export const STYLE = `:root {
  color-scheme: light dark;
  --line: #d9dce3;
  --paper: #ffffff;
  --ink: #1f2430;
  --code: #7a2048;
}
html.dark-mode {
  --line: #3a4147;
  --paper: #23282b;
  --ink: #e4e6e6;
  --code: #f0a6c4;
}
body {
  margin: 0;
  background: #f7f8fa;
}
html.dark-mode body {
  background: #1c2022;
}
.swagger-ui,
.swagger-ui .info :is(.title, li, p, table),
.swagger-ui :is(.opblock-tag, .btn, .response-col_status),
.swagger-ui .opblock .opblock-summary-description,
.swagger-ui .opblock-description-wrapper p,
.swagger-ui table thead tr th {
  font-family: system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif;
}
.swagger-ui .wrapper {
  box-sizing: border-box;
  max-width: 1120px;
  padding: 0 24px;
}
.swagger-ui .info {
  margin: 32px 0 16px;
}
.swagger-ui .info .title {
  color: var(--ink);
}
.swagger-ui .info :is(p, li) {
  font-size: 15px;
  line-height: 1.55;
}
.swagger-ui :is(.markdown, .renderedMarkdown) code,
html.dark-mode .swagger-ui :is(.markdown, .renderedMarkdown) code {
  color: var(--code);
  background: transparent;
  font-weight: 500;
  padding: 0;
  overflow-wrap: anywhere;
}
.swagger-ui .info details {
  background: var(--paper);
  border: 1px solid var(--line);
  border-radius: 8px;
  margin: 8px 0;
  overflow-x: auto;
  padding: 0 16px;
}
.swagger-ui .info summary {
  color: var(--ink);
  cursor: pointer;
  font-weight: 600;
  margin: 0 -16px;
  padding: 10px 16px;
}
.swagger-ui .info details table {
  border-collapse: collapse;
  margin: 8px 0 20px;
  min-width: 560px;
}
.swagger-ui .info details :is(th, td) {
  border-top: 1px solid var(--line);
  padding: 8px 12px 8px 0;
  text-align: left;
  vertical-align: top;
}
.swagger-ui .info details th {
  border-top: 0;
}
.swagger-ui .info details td:first-child code {
  padding-right: 8px;
  white-space: nowrap;
}
.swagger-ui .response-col_links {
  display: none;
}
.swagger-ui table.headers td {
  color: var(--ink);
}
.swagger-ui .scheme-container {
  background: transparent;
  box-shadow: none;
  margin: 0;
  padding: 8px 0;
}
.swagger-ui .schemes-server-container {
  display: none;
}
.swagger-ui .scheme-container .schemes {
  justify-content: flex-end;
}
@media (max-width: 720px) {
  .swagger-ui .wrapper {
    padding: 0 12px;
  }
  .swagger-ui .info .title {
    font-size: 26px;
    line-height: 1.3;
  }
  .swagger-ui .info .title span {
    position: static;
  }
  .swagger-ui .opblock .opblock-summary-path {
    max-width: none;
  }
  .swagger-ui .opblock .opblock-summary-description {
    display: none;
  }
  .swagger-ui .opblock-body :is(.parameters, .responses-table),
  .swagger-ui .opblock-body :is(.parameters, .responses-table) > tbody,
  .swagger-ui .opblock-body :is(.parameters, .responses-table) > tbody > tr,
  .swagger-ui .opblock-body :is(.parameters, .responses-table) > tbody > tr > td {
    box-sizing: border-box;
    display: block;
    max-width: 100%;
    min-width: 0;
    width: 100%;
  }
  .swagger-ui .opblock-body :is(.parameters, .responses-table) > thead {
    display: none;
  }
  .swagger-ui .opblock-body :is(table.headers, .response-col_description) {
    overflow-x: auto;
  }
  .swagger-ui .opblock-body .responses-table > tbody > tr > .response-col_links {
    display: none;
  }
  .swagger-ui .parameters-col_description input {
    max-width: 100%;
  }
}
`;
